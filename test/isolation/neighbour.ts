import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Sender } from '../chaos/driver/world.ts';
import type { Receivers } from '../chaos/receivers.ts';
import { type ApiResponse, nextAddress, send, type Sent } from '../e2e/support/api.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import { marylandFacts } from '../e2e/support/live.ts';
import { expecting, type Organization, signUp } from './organization.ts';
import type { IsolationStack } from './stack.ts';

const uploadBytes = 100 * 1024;
const drafts = 30;
/** Different from that of the attackers' cases, so that each has its own attorney. */
export const neighbourState = 'VT';

/** The tenant who works normally, and the attorney of their live cases. */
export interface Neighbour extends Organization {
  attorney: Sender;
  /** One of its drafts with a document. */
  caseId: string;
  documentId: string;
  /** As JSON. */
  upload: string;
  /** Live cases that wait for a review; each takes one. */
  inReview: string[];
  /** Test cases whose events have to arrive. */
  submitted: string[];
  act: (method: string, path: string, sent?: Sent) => Promise<ApiResponse>;
}

/** A tenant with some drafts, a document, a webhook endpoint, and the requested number of live cases in review. */
export async function createNeighbour(
  { api }: Pick<IsolationStack, 'api'>,
  { receivers, attorney, liveCases }: { receivers: Receivers; attorney: Sender; liveCases: number },
): Promise<Neighbour> {
  const organization = await signUp(api, nextAddress());
  const headers = { 'x-forwarded-for': organization.address };
  const act = (method: string, path: string, sent: Sent = {}) =>
    send(api, method, path, { credential: organization.key, ...sent, headers: { ...headers, ...sent.headers } });
  for (const url of receivers.urls) await expecting(201, act('POST', '/v1/webhook-endpoints', { body: { url } }));
  const ids: string[] = [];
  while (ids.length < drafts) ids.push((await expecting(201, act('POST', '/v1/cases', { body: buildFacts() }))).id);
  const [caseId = ''] = ids;
  const upload = JSON.stringify({
    filename: 'lease.pdf',
    purpose: 'other',
    contentBase64: randomBytes(uploadBytes).toString('base64'),
  });
  const { id } = await expecting(201, act('POST', `/v1/cases/${caseId}/documents`, { raw: upload }));
  const neighbour = { ...organization, attorney, caseId, documentId: id as string, upload, act };
  const inReview: string[] = [];
  while (inReview.length < liveCases) inReview.push(await submitLive(neighbour));
  await Promise.all(inReview.map((one) => untilReviewed(neighbour, one)));
  return { ...neighbour, inReview, submitted: [] };
}

/** Headers under which the session acts in live mode. */
export const live = { 'x-service-mode': 'live' };

async function submitLive({ act, session }: Pick<Neighbour, 'act' | 'session'>): Promise<string> {
  const sent = { credential: session, headers: live };
  const { property } = marylandFacts();
  const body = marylandFacts({ property: { ...property, state: neighbourState } });
  const { id } = await expecting(201, act('POST', '/v1/cases', { ...sent, body }));
  await expecting(200, act('POST', `/v1/cases/${id}/submit`, sent));
  return id as string;
}

/** Waits until the case is in review with its documents. */
async function untilReviewed({ act, attorney }: Pick<Neighbour, 'act' | 'attorney'>, caseId: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline;) {
    const { status, body } = await act('GET', `/v1/attorney/cases/${caseId}`, { credential: attorney.credential });
    if (status === 200 && body.state === 'notice_review' && body.documents.length > 0) return;
    await setTimeout(200);
  }
  throw new Error(`${caseId} does not come to its attorney`);
}

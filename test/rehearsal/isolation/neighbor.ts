import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ApiResponse, Sent } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { marylandFacts } from '../../e2e/support/live.ts';
import { expecting, type Organization, sendAs, type Sender, signUp } from '../support/customers.ts';
import type { LocalStack } from '../support/local-stack.ts';
import type { Receivers } from '../support/receivers.ts';

const uploadBytes = 100 * 1024;
const drafts = 30;
/** Different from that of the attackers' cases, so that each has an attorney of its own. */
export const neighborState = 'VT';

/** The tenant who works normally, and the attorney of their live cases. */
export interface Neighbor extends Organization {
  attorney: Sender;
  receivers: Receivers;
  /** One of its drafts with a document. */
  caseId: string;
  documentId: string;
  /** The body of an upload. */
  upload: object;
  /** Live cases that wait for a review; each takes one. */
  inReview: string[];
  act: (sender: Sender, method: string, path: string, sent?: Sent) => Promise<ApiResponse>;
}

/** A tenant with some drafts, a document and a webhook endpoint. */
export async function createNeighbor(
  { api }: Pick<LocalStack, 'api'>,
  { receivers, attorney }: { receivers: Receivers; attorney: Sender },
): Promise<Neighbor> {
  const organization = await signUp(api, { urls: receivers.urls });
  const { test } = organization;
  const act: Neighbor['act'] = (sender, method, path, sent) => sendAs(api, sender, method, path, sent);
  const create = async () =>
    (await expecting(201, act(test, 'POST', '/v1/cases', { body: buildFacts() }))).id as string;
  const caseId = await create();
  for (let count = 1; count < drafts; count += 1) await create();
  const contentBase64 = randomBytes(uploadBytes).toString('base64');
  const upload = { filename: 'lease.pdf', purpose: 'other', contentBase64 };
  const { id } = await expecting(201, act(test, 'POST', `/v1/cases/${caseId}/documents`, { body: upload }));
  return { ...organization, attorney, receivers, caseId, documentId: id as string, upload, inReview: [], act };
}

/** Submits live cases until so many are in review with their documents. */
export async function prepareReviews({ act, live, attorney, inReview }: Neighbor, count: number): Promise<void> {
  const body = marylandFacts({ property: { ...marylandFacts().property, state: neighborState } });
  while (inReview.length < count) {
    const { id } = await expecting(201, act(live, 'POST', '/v1/cases', { body }));
    await expecting(200, act(live, 'POST', `/v1/cases/${id}/submit`));
    inReview.push(id as string);
  }
  for (const id of inReview) {
    const isInReview = async () => {
      const { status, body: found } = await act(attorney, 'GET', `/v1/attorney/cases/${id}`);
      return status === 200 && found.state === 'notice_review' && found.documents.length > 0;
    };
    for (const deadline = Date.now() + 120_000; !(await isInReview());) {
      if (Date.now() > deadline) throw new Error(`${id} does not come to its attorney`);
      await setTimeout(200);
    }
  }
}

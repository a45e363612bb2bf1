import { randomBytes } from 'node:crypto';
import type { Client, UploadDocument } from '@evict/client';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createApiKey } from '@evict/store/accounts';
import type { TestStore } from '@evict/store/testing';
import { buildFacts } from '../../e2e/support/facts.ts';
import { factsIn } from '../../e2e/support/live.ts';
import { clientOf, type Sender, signUp } from '../support/customers.ts';
import { reaches } from '../support/live-life.ts';
import type { LocalStack } from '../support/local-stack.ts';
import type { Receivers } from '../support/receivers.ts';
import { until } from '../support/until.ts';
import { newKeysIn, reviewsIn } from './work.ts';

const uploadBytes = 100 * 1024;
const drafts = 30;
/** This state differs from that of the attackers' cases, so the neighbor and the attackers have different attorneys. */
export const neighborState = 'VT';

export type Neighbor = Awaited<ReturnType<typeof createNeighbor>>;

/**
 * Creates the tenant who works normally, with some drafts, a document, a webhook endpoint, and an attorney for its live
 * cases.
 */
export async function createNeighbor(
  { api }: Pick<LocalStack, 'api'>,
  { receivers, attorney }: { receivers: Receivers; attorney: Sender },
) {
  const organization = await signUp(api, { urls: receivers.urls });
  const { client } = organization;
  const { id: caseId } = await client.createCase({ body: buildFacts() });
  for (let count = 1; count < drafts; count += 1) await client.createCase({ body: buildFacts() });
  const contentBase64 = randomBytes(uploadBytes).toString('base64');
  const upload: UploadDocument = { filename: 'lease.pdf', purpose: 'other', contentBase64 };
  const { id: documentId } = await client.uploadDocument({ id: caseId, body: upload });
  /** Live cases that wait for a review. Each review uses one. */
  const inReview: string[] = [];
  /** API keys in test mode that the service hasn't seen yet. Each is used once. */
  const newKeys: string[] = [];
  return { ...organization, api, attorney, receivers, caseId, documentId, upload, inReview, newKeys };
}

/** Prepares what the work needs for runs of these lengths, in seconds. */
export async function prepare(neighbor: Neighbor, store: TestStore, runs: readonly number[]): Promise<void> {
  const sum = (of: (seconds: number) => number) => runs.reduce((count, seconds) => count + of(seconds), 0);
  await prepareReviews(neighbor, sum(reviewsIn));
  await prepareKeys(neighbor, store, sum(newKeysIn));
}

/**
 * Creates more keys than an organization may have. Revoking each after its use would add other work to the measurement.
 */
async function prepareKeys({ id: organizationId, newKeys }: Neighbor, store: TestStore, count: number): Promise<void> {
  while (newKeys.length < count) {
    const { secret, hash, lastFour } = mintCredential(credentialPrefixes.testKey);
    await createApiKey(store, { organizationId, mode: 'test' }, { hash, lastFour, maxActive: Infinity });
    newKeys.push(secret);
  }
}

/** Submits live cases until this many are in review with their documents. */
async function prepareReviews({ api, live, attorney, inReview }: Neighbor, count: number): Promise<void> {
  const owner: Client = clientOf(api, live);
  while (inReview.length < count) {
    const { id } = await owner.createCase({ body: factsIn(neighborState) });
    await owner.submitCase({ id });
    inReview.push(id);
  }
  for (const id of inReview) {
    await until(async () => {
      const { documents } = await reaches(clientOf(api, attorney), id, 'notice_review');
      if (documents.length === 0) throw new Error(`${id} has no documents`);
    });
  }
}

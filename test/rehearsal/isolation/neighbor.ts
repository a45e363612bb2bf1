import { randomBytes } from 'node:crypto';
import type { Sent } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { marylandFacts } from '../../e2e/support/live.ts';
import { expecting, sendAs, type Sender, signUp } from '../support/customers.ts';
import type { LocalStack } from '../support/local-stack.ts';
import type { Receivers } from '../support/receivers.ts';
import { until } from '../support/until.ts';

const uploadBytes = 100 * 1024;
const drafts = 30;
/** Different from that of the attackers' cases, so that each has an attorney of its own. */
export const neighborState = 'VT';

export type Neighbor = Awaited<ReturnType<typeof createNeighbor>>;

/** The tenant who works normally: with some drafts, a document, a webhook endpoint, and the attorney of its live cases. */
export async function createNeighbor(
  { api }: Pick<LocalStack, 'api'>,
  { receivers, attorney }: { receivers: Receivers; attorney: Sender },
) {
  const organization = await signUp(api, { urls: receivers.urls });
  const { test } = organization;
  const act = (sender: Sender, method: string, path: string, sent?: Sent) => sendAs(api, sender, method, path, sent);
  const create = async () =>
    (await expecting(201, act(test, 'POST', '/v1/cases', { body: buildFacts() }))).id as string;
  const caseId = await create();
  for (let count = 1; count < drafts; count += 1) await create();
  const contentBase64 = randomBytes(uploadBytes).toString('base64');
  const upload = { filename: 'lease.pdf', purpose: 'other', contentBase64 };
  const { id } = await expecting(201, act(test, 'POST', `/v1/cases/${caseId}/documents`, { body: upload }));
  /** Live cases that wait for a review; each takes one. */
  const inReview: string[] = [];
  return { ...organization, attorney, receivers, caseId, documentId: id as string, upload, inReview, act };
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
    await until(
      async () => {
        const found = await expecting(200, act(attorney, 'GET', `/v1/attorney/cases/${id}`));
        const isReady = found.state === 'notice_review' && found.documents.length > 0;
        if (!isReady) throw new Error(`${id} is not under review`);
      },
      { withinMs: 120_000 },
    );
  }
}

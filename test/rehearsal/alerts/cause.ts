import { buildFacts } from '../../e2e/support/facts.ts';
import { marylandFacts } from '../../e2e/support/live.ts';
import { expecting, type Organization, sendAs } from '../support/customers.ts';
import type { Deployment } from '../support/deployment.ts';

export interface Cause {
  /** What is done, in words of the past. */
  what: string;
  /** By what its times are divided, where that of the run does not fit: metrics that are measured in longer intervals. */
  factor?: number;
  /** Causes of one group do not change what the others bring about, and are tried at the same time. */
  group?: 'work' | 'waits' | 'starts';
  /** Brings the condition about. Resolves, when it holds, to what ends it. */
  bringAbout: (world: Deployment) => Promise<() => Promise<unknown>>;
}

/** By the names of their alerts. */
export type Causes = Readonly<Record<string, Cause>>;

/** Repeats the work, whatever becomes of it, until the returned function is called, which waits for its end. */
export function repeat(work: () => Promise<unknown>, times = 1): () => Promise<void> {
  const over = new AbortController();
  const loop = async () => {
    while (!over.signal.aborted) {
      await Promise.all([work().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  };
  const loops = Array.from({ length: times }, loop);
  return async () => {
    over.abort();
    await Promise.all(loops);
  };
}

/** A submitted case: in test mode, or a live one in Maryland. */
export async function submittedCase({ api }: Deployment, organization: Organization, mode: 'test' | 'live' = 'test') {
  const sender = organization[mode];
  const body = mode === 'live' ? marylandFacts() : buildFacts();
  const { id } = await expecting(201, sendAs(api, sender, 'POST', '/v1/cases', { body }));
  await expecting(200, sendAs(api, sender, 'POST', `/v1/cases/${id}/submit`));
  return id as string;
}

export const advance = ({ api }: Deployment, { test }: Organization, id: string) =>
  sendAs(api, test, 'POST', `/v1/cases/${id}/advance`);

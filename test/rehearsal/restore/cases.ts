import { isFinished, type State } from '@evict/case-model';
import { ApiError, type Client, createClient } from '@evict/client';
import { withHeaders } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { signUp } from '../support/customers.ts';

export interface Made {
  id: string;
  /** Of its customer, at the gateways of that address. It waits as rate limits and a busy service say. */
  at: (api: string) => Client;
}

/** What a customer sees of a case: its state, events and documents, or why it is refused. */
export type Seen = { state: State; events: unknown; documents: readonly string[] } | { refused: string };

/** From the draft to the end. */
const longestWay = 13;
/** Of one organization: an organization may send 60 advances a minute. */
const atOnce = 7;

/** Test cases in every state of their way; those whose notice was sent are withdrawn. */
export async function makeCases(api: string, count: number): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
    const { test } = await signUp(api);
    const fetch = withHeaders(test.headers);
    const at: Made['at'] = (baseUrl) =>
      createClient({ baseUrl, credential: test.credential, fetch, maxRetries: Infinity });
    const steps = Array.from({ length: Math.min(atOnce, count - made.length) }, (_, index) => made.length + index);
    const ids = await Promise.all(steps.map((taken) => makeCase(at(api), taken % longestWay)));
    made.push(...ids.map((id) => ({ id, at })));
  }
  return made;
}

async function makeCase(customer: Client, steps: number): Promise<string> {
  const { id } = await customer.createCase({ body: buildFacts() });
  if (steps > 0) await customer.submitCase({ id });
  for (let step = 1; step < steps; step += 1) await customer.advanceCase({ id });
  if (steps === 2) await customer.withdrawCase({ id });
  return id;
}

export async function see(api: string, { id, at }: Made): Promise<Seen> {
  try {
    const { state, documents } = await at(api).getCase({ id });
    const { items: events } = await at(api).listEvents({ id });
    return { state, events, documents: documents.map(({ contentHash }) => contentHash) };
  } catch (error) {
    if (error instanceof ApiError) return { refused: String(error.code) };
    throw error;
  }
}

/** Has a workflow that has not ended. */
export function isOpen(seen: Seen): boolean {
  return 'state' in seen && seen.state !== 'draft' && !isFinished(seen.state);
}

import { isFinished, type State } from '@evict/case-model';
import { ApiError, type Client, createClient } from '@evict/client';
import { withHeaders } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { signUp } from '../support/customers.ts';

export interface Made {
  id: string;
  /** Returns the customer's client for the gateways at this URL. It waits if a rate limit or a busy service asks it to. */
  at: (api: string) => Client;
}

/** What a customer sees of a case: its state, events and documents, or the code of the refusal. */
export type Seen = { state: State; events: unknown; documents: readonly string[] } | { refused: string };

/** The number of stops from the draft to the end, both included. */
const longestWay = 13;
/** The number of cases that each organization creates at once. An organization may only send 60 advances per minute. */
const atOnce = 7;

/**
 * Creates test cases in every state on the way. Cases that would stop once their notice is sent are withdrawn instead.
 */
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

/** Whether the case has a workflow that hasn't ended. */
export function isOpen(seen: Seen): boolean {
  return 'state' in seen && seen.state !== 'draft' && !isFinished(seen.state);
}

import type { CaseFacts } from '@evict/case-model';
import { buildFacts } from './facts.ts';
import type { Customer, startService } from './service.ts';

type Service = Awaited<ReturnType<typeof startService>>;

/** Returns facts of a live case: the same as in the sandbox, but for a property in Maryland. */
export function marylandFacts(changes: Partial<CaseFacts> = {}): CaseFacts {
  const { property } = buildFacts();
  return buildFacts({ property: { ...property, city: 'Rockville', state: 'MD', zip: '20850' }, ...changes });
}

/** The property's address as it appears in emails. */
export const marylandAddress = '12 Sandbox Way, 3B, Rockville, MD 20850';

/** Returns the same facts for another US state, so that the case goes to attorneys licensed there. */
export function factsIn(state: string): CaseFacts {
  return marylandFacts({ property: { ...marylandFacts().property, state } });
}

/** Returns the customer's session in live mode. */
export function inLiveMode({ actingAs }: Service, { session }: { session: Customer }): Customer {
  return actingAs(session.credential, { 'x-service-mode': 'live' });
}

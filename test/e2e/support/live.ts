import type { CaseFacts } from '@evict/case-model';
import { buildFacts } from './facts.ts';
import type { Customer, startService } from './service.ts';

type Service = Awaited<ReturnType<typeof startService>>;

/** Facts of a live case: like the sandbox's, but for a property in Maryland. */
export function marylandFacts(changes: Partial<CaseFacts> = {}): CaseFacts {
  const { property } = buildFacts();
  return buildFacts({ property: { ...property, city: 'Rockville', state: 'MD', zip: '20850' }, ...changes });
}

/** The property's address as mail shows it. */
export const marylandAddress = '12 Sandbox Way, 3B, Rockville, MD 20850';

/** The same facts in another US state, whose cases go to attorneys licensed there. */
export function factsIn(state: string): CaseFacts {
  return marylandFacts({ property: { ...marylandFacts().property, state } });
}

/** The customer's session, acting in live mode. */
export function inLiveMode({ actingAs }: Service, { session }: { session: Customer }): Customer {
  return actingAs(session.credential, { 'x-service-mode': 'live' });
}

import type { Route } from '@evict/contract';
import type { ApiResponse } from '../../support/api.ts';
import { liveWorld } from '../../support/live-case.ts';
import type { Service } from '../../support/service.ts';

const nothing = 'case_00000000-0000-4000-8000-000000000000';

const rate = { perSecond: 0.001, burst: 5 };
/** Request rates that a few requests exhaust for the rest of a test. */
export const lowRates = { read: rate, command: rate };

/** Exhausts the low rates of a customer and an attorney. Returns a function that picks a route's caller. */
export async function exhaustRates(service: Service) {
  const { session } = await service.signUp();
  const attorney = await liveWorld(service).attorney();
  await untilLimited(() => session.send('GET', '/v1/me'));
  await untilLimited(() => session.send('POST', `/v1/cases/${nothing}/validate`));
  await untilLimited(() => attorney.send('GET', '/v1/attorney/queue'));
  await untilLimited(() => attorney.send('POST', `/v1/attorney/cases/${nothing}/reviews`));
  const signedIn = service.actingAs(await attorney.signIn());
  return ({ auth }: Route) => ({ attorney, attorneySession: signedIn })[auth as string] ?? session;
}

async function untilLimited(request: () => Promise<ApiResponse>): Promise<void> {
  while ((await request()).status !== 429);
}

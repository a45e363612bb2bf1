import type { Route } from '@evict/contract';
import { setAttorneyVerified } from '@evict/store/attorneys';
import { eraseCase } from '@evict/store/erasure';
import { send as sendTo } from '../../support/api.ts';
import { liveWorld } from '../../support/live-case.ts';
import { factsIn, inLiveMode } from '../../support/live.ts';
import { startService } from '../../support/service.ts';
import { startLimited } from './limited.ts';
import { startWithPayments } from './with-payments.ts';
import { startWithoutDatabase } from '../../support/without-database.ts';
import { startWithoutWorker } from './without-worker.ts';

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** Everybody and everything that errors are provoked with: a service with live mode, and one without. */
export async function buildWorld() {
  const withoutDatabase = await startWithoutDatabase();
  const service = await startService({ liveMode: true });
  const withoutLive = await startService({ liveMode: false });
  const [customer, customerWithoutLive] = await Promise.all([service.signUp(), withoutLive.signUp()]);
  const { attorney: newAttorney, inReview } = liveWorld(service);
  const attorney = await newAttorney({ states: ['VA'] });
  return {
    ...service,
    customer,
    live: inLiveMode(service, customer),
    whereLiveIsOff: inLiveMode(withoutLive, customerWithoutLive),
    attorney,
    attorneyWhereLiveIsOff: await liveWorld(withoutLive).attorney(),
    /** A case that waits for the attorney's review of its notice. */
    underReview: () => inReview(factsIn('VA')),
    /** A case like that, of an attorney who was verified until now. */
    underReviewByLapsed: async () => {
      const lapsed = await newAttorney({ states: ['WA'] });
      const { id } = await inReview(factsIn('WA'));
      await setAttorneyVerified(service.stack.store, lapsed.id, false);
      return { lapsed, id };
    },
    /** A case whose details were erased. */
    erased: async () => {
      const { id, customer: owner } = await inReview(factsIn('VA'));
      const { documents } = await owner.read(id);
      await attorney.outcome(id, { type: 'closed' });
      await eraseCase(service.stack.store, { caseId: id, operator: 'robin', list: '', blobs: service.stack.blobs });
      return { id, documentId: documents[0]?.id ?? '', owner };
    },
    /** Who has no request left. */
    limited: await startLimited(),
    withoutDatabase: async (route: Route) => (await withoutDatabase(route)).answer,
    withoutWorker: await startWithoutWorker(),
    toFee: await startWithPayments(),
    signUpLive: async () => inLiveMode(service, await service.signUp()),
    /** Not held against the description, which knows no failure of the service but `busy`. */
    sendUnchecked: sendTo.bind(null, service.stack.baseUrl),
  };
}

import { setAsksFirst, setAttorneyVerified } from '@evict/store/attorneys';
import { eraseCase } from '@evict/store/erasure';
import { send as sendTo } from '../../support/api.ts';
import { buildFacts } from '../../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../../support/grounds.ts';
import { liveWorld, reaches } from '../../support/live-case.ts';
import { factsIn, inLiveMode } from '../../support/live.ts';
import { sharedService, startService } from '../../support/service.ts';
import { startLimited } from './limited.ts';
import { startWithoutDatabase } from '../../support/without-database.ts';

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** The services, callers and cases with which errors are provoked: with and without live mode. */
export async function buildWorld() {
  const withoutDatabase = await startWithoutDatabase();
  const service = await sharedService();
  const withoutLive = await startService({ liveMode: false });
  const [customer, customerWithoutLive] = await Promise.all([service.signUp(), withoutLive.signUp()]);
  const { attorney: newAttorney, inReview, operate, submitted } = liveWorld(service);
  const attorney = await newAttorney({ states: ['VA'] });
  const asking = await newAttorney({ states: ['ID'] });
  await setAsksFirst(service.stack.store, asking.id, true);
  return {
    ...service,
    customer,
    live: inLiveMode(service, customer),
    whereLiveIsOff: inLiveMode(withoutLive, customerWithoutLive),
    attorney,
    attorneySession: service.actingAs(await attorney.signIn()),
    attorneyWhereLiveIsOff: await withSession(withoutLive),
    /** A case in notice review. */
    underReview: () => inReview(factsIn('VA')),
    /** A case in filing review. */
    underFilingReview: () => inReview(holdoverFiling({ property: factsIn('VA').property }), filingEvidence),
    /** A case in each place that refuses much, and who asks. */
    cases: {
      draft: once(async () => ({ id: (await customer.create(buildFacts())).id, caller: customer })),
      submitted: once(async () => ({ id: (await customer.submitted(buildFacts())).id, caller: customer })),
      withdrawn: once(async () => {
        const { id } = await customer.create(buildFacts());
        await customer.withdraw(id);
        return { id, caller: customer };
      }),
      /** It waits until its attorney accepts it. */
      asked: once(async () => {
        const { id, customer: owner } = await submitted(factsIn('ID'));
        await reaches(owner, id, 'attorney_assigned');
        return { id, caller: asking };
      }),
      /** Its attorney has closed it. */
      finished: once(async () => {
        const { id } = await inReview(factsIn('VA'));
        await attorney.outcome(id, { type: 'closed' });
        return { id, caller: attorney };
      }),
    },
    /** A case whose notice is out, reassigned to an attorney who has not accepted it. */
    reassigned: once(async () => {
      const first = await newAttorney({ states: ['MT'] });
      const { id, ref } = await inReview(factsIn('MT'));
      await first.approve(id);
      const sent = { stage: 'notice', status: 'pending', method: 'personal' };
      await first.send('POST', `/v1/attorney/cases/${id}/service-attempts`, { body: sent });
      await first.send('POST', `/v1/attorney/cases/${id}/hold`, { body: { reason: 'other' } });
      const next = await newAttorney({ states: ['MT'] });
      await setAsksFirst(service.stack.store, next.id, true);
      const { serviceAttempts, documents } = await first.read(id);
      await operate(ref, { kind: 'assign', attorneyId: next.id });
      return { id, attorney: next, attemptId: serviceAttempts[0].id, documentId: documents[0].id };
    }),
    /** A case in notice review, of an attorney who is no longer verified. */
    underReviewByLapsed: once(async () => {
      const lapsed = await newAttorney({ states: ['WA'] });
      const { id, customer: owner } = await inReview(factsIn('WA'));
      const [document] = (await owner.read(id)).documents;
      await setAttorneyVerified(service.stack.store, lapsed.id, false);
      return { lapsed, id, documentId: document?.id ?? '' };
    }),
    /** An erased case. */
    erased: once(async () => {
      const { id, customer: owner } = await inReview(factsIn('VA'));
      const { documents } = await owner.read(id);
      await attorney.outcome(id, { type: 'closed' });
      const ground = { basis: 'sealing_order', order: 'Circuit Court, 2026-11-02' } as const;
      const { store, blobs } = service.stack;
      await eraseCase(store, { caseId: id, operator: 'robin', ground, list: '', blobs });
      return { id, documentId: documents[0]?.id ?? '', owner };
    }),
    /** Callers at their rate limit. */
    limited: await startLimited(),
    withoutDatabase,
    /** Without the check against the description, which has no 5xx but `busy`. */
    sendUnchecked: sendTo.bind(null, service.stack.baseUrl),
  };
}

/** An attorney by their token, and signed in. */
async function withSession(service: Awaited<ReturnType<typeof startService>>) {
  const attorney = await liveWorld(service).attorney();
  return { attorney, attorneySession: service.actingAs(await attorney.signIn()) };
}

/** Of what every operation refuses to change, one serves all. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

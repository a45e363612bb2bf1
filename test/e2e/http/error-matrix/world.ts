import { setAsksFirst, setAttorneyVerified } from '@evict/store/attorneys';
import { eraseCase } from '@evict/store/erasure';
import { send as sendTo } from '../../support/api.ts';
import { exactly } from '../../support/exact-request.ts';
import { buildFacts } from '../../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../../support/grounds.ts';
import { liveWorld, reaches } from '../../support/live-case.ts';
import { factsIn, inLiveMode } from '../../support/live.ts';
import { sharedService, startService } from '../../support/service.ts';
import { startCutOff } from './cut-off.ts';
import { exhaustRates, lowRates } from './limited.ts';

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** Starts the services, with and without live mode, and provides the callers and cases that provoke errors. */
export async function buildWorld() {
  const cutOff = await startCutOff({ rates: lowRates });
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
    /** A new case in notice review. */
    underReview: () => inReview(factsIn('VA')),
    /** A case in filing review. */
    underFilingReview: () => inReview(holdoverFiling({ property: factsIn('VA').property }), filingEvidence),
    /** Cases in states that refuse many operations, each with the caller who sends them. */
    cases: {
      draft: once(async () => ({ id: (await customer.create(buildFacts())).id, caller: customer })),
      submitted: once(async () => ({ id: (await customer.submitted(buildFacts())).id, caller: customer })),
      withdrawn: once(async () => {
        const { id } = await customer.create(buildFacts());
        await customer.withdraw(id);
        return { id, caller: customer };
      }),
      /** A case in notice review, for refusals that don't change it. */
      inReview: once(async () => ({ id: (await inReview(factsIn('VA'))).id, caller: attorney })),
      /** A case that waits for its attorney to accept it. */
      asked: once(async () => {
        const { id, customer: owner } = await submitted(factsIn('ID'));
        await reaches(owner, id, 'attorney_assigned');
        return { id, caller: asking };
      }),
      /** A case that its attorney has closed. */
      finished: once(async () => {
        const { id } = await inReview(factsIn('VA'));
        await attorney.outcome(id, { type: 'closed' });
        return { id, caller: attorney };
      }),
    },
    /** A case whose notice has been sent, and that was reassigned to an attorney who hasn't accepted it. */
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
    /** A case in notice review whose attorney is no longer verified. */
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
    /** Callers who have reached their rate limit. */
    limited: await exhaustRates(cutOff.service),
    withoutDatabase: cutOff.withoutDatabase,
    /** Sends a request without its body, and checks the response. */
    async sendHead(method: string, path: string, headers: Record<string, string>) {
      const response = await exactly(service.stack.baseUrl, {
        method,
        path,
        headers: { ...headers, connection: 'close' },
      });
      service.check(method, path, response);
      return response;
    },
    /** Sends without checking the response against the API specification, which has no 5xx except `busy`. */
    sendUnchecked: sendTo.bind(null, service.stack.baseUrl),
  };
}

/** Creates an attorney with a token and a session. */
async function withSession(service: Awaited<ReturnType<typeof startService>>) {
  const attorney = await liveWorld(service).attorney();
  return { attorney, attorneySession: service.actingAs(await attorney.signIn()) };
}

/** Creates each case only once, because refused operations don't change it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

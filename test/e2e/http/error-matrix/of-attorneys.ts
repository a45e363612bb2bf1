import { newId } from '@evict/store/ids';
import { day } from '../../support/facts.ts';
import { liveWorld } from '../../support/live-case.ts';
import { factsIn } from '../../support/live.ts';
import { exampleBody } from '../../support/paths.ts';
import { exhaust, ofCase, type Provoker } from './provoke.ts';

/** How to provoke the errors of attorneys' operations on cases. */
export const ofAttorneys: Readonly<Record<string, Provoker>> = {
  'reviewCase 409 stale_approval': async ({ cases, attorney }) => {
    const { id } = await cases.inReview();
    return attorney.review(id, 'approve', ['0'.repeat(64)]);
  },
  'reviewCase 409 invalid_transition': async ({ underReview, attorney }) => {
    const { id } = await underReview();
    await attorney.approve(id);
    return attorney.approve(id);
  },
  'reportOutcome 409 guard_failed': async ({ cases, attorney }) => {
    const { id } = await cases.inReview();
    return attorney.outcome(id, { type: 'judgment', outcome: 'plaintiff' });
  },

  ...ofCase('finished', '409 invalid_transition', [
    'attachDocument',
    'acceptCase',
    'reportService',
    'correctService',
    'holdCase',
    'resumeCase',
    'setDeadline',
    'changeDeadline',
    'removeDeadline',
    'reportFact',
    'reportFiling',
    'reportOutcome',
    'correctFiling',
    'correctHearing',
    'correctJudgment',
  ]),
  'reportService 409 guard_failed': async ({ cases, attorney }) => {
    const { id } = await cases.inReview();
    return attorney.send('POST', `/v1/attorney/cases/${id}/service-attempts`, { body: sentOut });
  },
  ...ofCase('asked', '409 guard_failed', [
    'createAttorneyNote',
    'holdCase',
    'changeDeadline',
    'removeDeadline',
    'correctHearing',
    'correctJudgment',
    'getReviewRequirements',
    'listAttorneyNotes',
    'listAttorneyFacts',
  ]),
  'downloadAttorneyDocument 409 guard_failed': async ({ reassigned }) => {
    const { id, attorney, documentId } = await reassigned();
    return attorney.send('GET', `/v1/attorney/cases/${id}/documents/${documentId}`);
  },
  'downloadAttorneyDocument 403 attorney_not_eligible': async ({ underReviewByLapsed }) => {
    const { lapsed, id, documentId } = await underReviewByLapsed();
    return lapsed.send('GET', `/v1/attorney/cases/${id}/documents/${documentId}`);
  },
  'reportFact 409 guard_failed': async ({ cases }) => {
    const { id, caller: attorney } = await cases.asked();
    return attorney.send('POST', `/v1/attorney/cases/${id}/facts`, { body: { kind: 'moved_out', date: day(0) } });
  },
  'correctService 409 guard_failed': async ({ reassigned }) => {
    const { id, attorney, attemptId } = await reassigned();
    const body = { servedDate: day(0), reason: 'A day too early.' };
    return attorney.send('PATCH', `/v1/attorney/cases/${id}/service-attempts/${attemptId}`, { body });
  },
  'resumeCase 409 guard_failed': async ({ underReview, attorney }) => {
    const { id, customer } = await underReview();
    await customer.withdraw(id);
    return attorney.send('POST', `/v1/attorney/cases/${id}/resume`);
  },
  'resumeCase 429 rate_limited': async ({ underReview, attorney, stack }) => {
    const { id } = await underReview();
    await exhaust(stack, 'report', id);
    return attorney.send('POST', `/v1/attorney/cases/${id}/resume`);
  },
  'attachDocument 429 rate_limited': async (world, route) => {
    const { attorney: newAttorney, summaryInReview } = liveWorld(world);
    const attorney = await newAttorney({ states: ['KS'] });
    const { id } = await summaryInReview(factsIn('KS'));
    await exhaust(world.stack, 'attachment', attorney.id);
    return attorney.send('POST', route.path.replace('{id}', id), { body: exampleBody(route) });
  },
  'setDeadline 409 guard_failed': async ({ cases, stack }, route) => {
    const { id, caller: attorney } = await cases.inReview();
    const deadline = exampleBody(route) as object;
    const deadlines = Array.from({ length: 50 }, () => ({ ...deadline, id: newId('deadline') }));
    await stack.store.pool.query(`UPDATE "Case" SET record = jsonb_set(record, '{deadlines}', $2) WHERE id = $1`, [
      id,
      JSON.stringify(deadlines),
    ]);
    return attorney.send('POST', route.path.replace('{id}', id), { body: deadline });
  },
  'reportFiling 409 guard_failed': async ({ cases, attorney }) => {
    const { id } = await cases.inReview();
    return attorney.send('POST', `/v1/attorney/cases/${id}/filings`, { body: { status: 'submitted' } });
  },
  'correctFiling 409 guard_failed': async ({ underFilingReview, attorney }) => {
    const { id } = await underFilingReview();
    await attorney.approve(id);
    await attorney.send('POST', `/v1/attorney/cases/${id}/filings`, { body: { status: 'submitted' } });
    const [filing] = (await attorney.read(id)).filings;
    const body = { courtCaseNumber: 'C-1', reason: 'Too early.' };
    return attorney.send('PATCH', `/v1/attorney/cases/${id}/filings/${filing.id}`, { body });
  },
};

const sentOut = { stage: 'notice', status: 'pending', method: 'personal' } as const;

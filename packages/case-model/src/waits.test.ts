import { describe, expect, test } from 'vitest';
import { type CaseRecord, type Command, isFinished, states, type State, type WaitKind, waitOf } from './index.ts';
import { draft, play, start, submission, submitted, takeSteps, withDocuments } from '../test/cases.ts';
import { assign, hold, inPeriod, inReview, review, submit, withdraw } from '../test/live-cases.ts';

const fail = (step: 'render_documents' | 'engage_attorney'): Command => ({
  kind: 'step_failed',
  step,
  errorClass: 'Error',
});
const kindOf = (record: CaseRecord) => waitOf(record, start).kind;
const searching = () => withDocuments(play(draft('live'), submit()).record);

/** The states in which an ordinary live case waits for each kind of wait. */
const liveWaits: Readonly<Partial<Record<WaitKind, readonly State[]>>> = {
  customer: ['draft'],
  engagement: ['submitted'],
  attorney_acceptance: ['attorney_assigned'],
  attorney_review: ['notice_review', 'filing_review'],
  service: ['notice_approved', 'notice_sent', 'filing_accepted', 'summons_sent'],
  notice_period: ['notice_served', 'cure_period'],
  filing: ['filing_approved', 'filing_rejected'],
  court: [
    'filing_submitted',
    'summons_served',
    'hearing_scheduled',
    'judgment_entered',
    'writ_requested',
    'writ_issued',
  ],
  resumption: ['on_hold'],
  finished: ['cured', 'resolved', 'closed', 'withdrawn'],
};

describe('what a case waits for', () => {
  const reviewed = inReview();
  const summary = reviewed.summaries.notice;

  test.each(states)('matches the state of a live case in %s', (state) => {
    const attorneyId = state === 'submitted' ? null : reviewed.attorneyId;
    const record = { ...reviewed, summaries: { notice: summary, filing: summary }, attorneyId, state };
    const { kind, summary: said } = waitOf(record, start);
    expect(liveWaits[kind]).toContain(state);
    expect(said).not.toBe('');
  });

  test('is the next step or the end of the notice period in a sandbox case, until the case is finished', () => {
    const records = [
      ...takeSteps(submitted()).records,
      ...takeSteps(submitted({ directives: ['filing_rejected'] })).records,
    ];
    for (const record of records) {
      const { kind, work } = waitOf(record, record.restingSince);
      if (isFinished(record.state)) expect({ kind, work }).toEqual({ kind: 'finished', work: null });
      else expect(work?.kind).toBe('take_step');
      expect(kind === 'notice_period').toBe(record.state === 'cure_period');
    }
  });

  test.each(states)('is described for a sandbox case in %s, and requires only work that the sandbox does', (state) => {
    const notice = { servedDate: '2026-07-01', method: 'personal', expires: '2026-07-13', factsVersion: 1 } as const;
    const { kind, summary: said, work } = waitOf({ ...submitted(), state, notice }, start);
    expect({ kind, said, work }).toMatchObject({ kind: expect.any(String), said: expect.stringMatching(/./) });
    // No other work is done for a sandbox case.
    expect([null, 'take_step', 'make_documents', 'engage_attorney']).toContain(work?.kind ?? null);
  });
});

describe('a sandbox case waits', () => {
  test('first for the documents of its review, which are due at once, and then for its reviewer', () => {
    const fresh = play(draft(), { kind: 'submit', attorneyLapsed: false, submission: submission() }).record;
    expect(waitOf(fresh, start)).toMatchObject({
      kind: 'documents',
      dueAt: start,
      work: { kind: 'make_documents', orders: [{ stage: 'notice' }] },
    });
    expect(waitOf(withDocuments(fresh), start)).toMatchObject({
      kind: 'sandbox_step',
      dueAt: fresh.restingSince + 30_000,
    });
  });

  test('for a timer during reviews, service, the notice period and filing, and otherwise for an advance', () => {
    const { records } = takeSteps(submitted());
    const byItself = records.filter((record) => waitOf(record, start).dueAt !== null);
    expect(byItself.map(({ state }) => state)).toEqual([
      'notice_review',
      'notice_sent',
      'cure_period',
      'filing_review',
      'filing_submitted',
      'summons_sent',
    ]);
  });
});

describe('a live case waits', () => {
  test('for its summary, then for an attorney, then for their review', () => {
    const sent = play(draft('live'), submit()).record;
    expect(kindOf(sent)).toBe('documents');
    expect(waitOf(searching(), start)).toMatchObject({ kind: 'engagement', work: { jurisdiction: 'MD' } });
    expect(kindOf(inReview())).toBe('attorney_review');
    expect(kindOf({ ...inReview(), factsVersion: 2 })).toBe('documents');
  });

  test('for the end of the notice period, with a timer only if an end was reported', () => {
    expect(waitOf(inPeriod, start)).toMatchObject({
      kind: 'notice_period',
      dueAt: Date.parse('2026-07-14T10:00:00Z'),
      work: { kind: 'end_notice_period' },
    });
    const open = { ...inPeriod, notice: inPeriod.notice && { ...inPeriod.notice, expires: null } };
    expect(waitOf(open, start)).toMatchObject({ kind: 'notice_period', dueAt: null, work: null });
  });

  test("for an attorney who was asked and hasn't accepted", () => {
    expect(kindOf(play(inReview(), { ...assign('usr_b'), asksFirst: true }).record)).toBe('attorney_acceptance');
  });

  test('to be resumed if it is on hold, or for the confirmation of its withdrawal', () => {
    expect(kindOf(play(inReview(), hold).record)).toBe('resumption');
    expect(kindOf(play(inReview(), withdraw).record)).toBe('withdrawal_confirmation');
  });

  test('for its customer if it is a draft that was submitted before', () => {
    expect(kindOf(draft('live'))).toBe('finished');
    expect(kindOf(play(inReview(), review('request_changes', [])).record)).toBe('customer');
  });
});

describe('work that failed', () => {
  const failed = () => play(searching(), fail('engage_attorney')).record;

  test("is due again after a delay, and doesn't delay other work", () => {
    const record = failed();
    const retryAt = record.restingSince + 60_000;
    expect(waitOf(record, start)).toMatchObject({ kind: 'engagement', dueAt: retryAt });
    const more = { ...record, factsVersion: 2 };
    expect(waitOf(more, start)).toMatchObject({ kind: 'documents', dueAt: start });
  });

  test('waits for operators after the last attempt', () => {
    const exhausted = [1, 2, 3, 4].reduce((record) => play(record, fail('engage_attorney')).record, failed());
    expect(waitOf(exhausted, start)).toMatchObject({
      kind: 'engagement',
      dueAt: null,
      summary: 'Wait for operators to retry engage_attorney (failed attempts: 5)',
      work: { kind: 'engage_attorney' },
    });
  });

  test("isn't due if the case no longer waits for it", () => {
    expect(waitOf(play(inReview(), fail('render_documents')).record, start)).toMatchObject({
      kind: 'attorney_review',
      work: null,
    });
  });
});

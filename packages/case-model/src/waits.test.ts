import { describe, expect, test } from 'vitest';
import { type CaseRecord, type Command, isFinished, states, type State, type WaitKind, waitOf } from './index.ts';
import { draft, play, start, submission, submitted, takeSteps, withDocuments } from '../test/cases.ts';
import {
  approveAll,
  inReview,
  liveSubmission,
  operator,
  pending,
  playAll,
  review,
  served,
} from '../test/live-cases.ts';

const fail = (step: 'render_documents' | 'engage_attorney'): Command => ({
  kind: 'step_failed',
  step,
  errorClass: 'Error',
});
const kindOf = (record: CaseRecord) => waitOf(record, start).kind;
const searching = () => withDocuments(play(draft('live'), { kind: 'submit', submission: liveSubmission() }).record);

/** The wait of each state of a live case that is under way as usual. */
const liveWaits: Readonly<Record<State, WaitKind>> = {
  draft: 'customer',
  submitted: 'engagement',
  attorney_assigned: 'attorney_acceptance',
  notice_review: 'attorney_review',
  notice_approved: 'service',
  notice_sent: 'service',
  notice_served: 'notice_period',
  cure_period: 'notice_period',
  cured: 'finished',
  filing_review: 'attorney_review',
  filing_approved: 'filing',
  filing_submitted: 'court',
  filing_rejected: 'filing',
  filing_accepted: 'service',
  summons_sent: 'service',
  summons_served: 'court',
  hearing_scheduled: 'court',
  judgment_entered: 'court',
  writ_requested: 'court',
  writ_issued: 'court',
  on_hold: 'resumption',
  resolved: 'finished',
  closed: 'finished',
  withdrawn: 'finished',
};

describe('every state has its wait', () => {
  const reviewed = inReview();
  const summary = reviewed.summaries.notice;

  test.each(states)('of a live case in %s', (state) => {
    const attorneyId = state === 'submitted' ? null : reviewed.attorneyId;
    const record = { ...reviewed, summaries: { notice: summary, filing: summary }, attorneyId, state };
    const { kind, summary: said } = waitOf(record, start);
    expect(kind).toBe(liveWaits[state]);
    expect(said).not.toBe('');
  });

  test('of a sandbox case: its step, for its notice period its end, and otherwise nobody of the platform', () => {
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

  test.each(states)('of a sandbox case in %s', (state) => {
    const notice = { servedDate: '2026-07-01', method: 'personal', expires: '2026-07-13', factsVersion: 1 } as const;
    const { kind, summary: said, work } = waitOf({ ...submitted(), state, notice }, start);
    expect({ kind, said, work }).toMatchObject({ kind: expect.any(String), said: expect.stringMatching(/./) });
    // Nothing of a live case is done in it.
    expect([null, 'take_step', 'make_documents', 'engage_attorney']).toContain(work?.kind ?? null);
  });
});

describe('a sandbox case waits', () => {
  test('first for the documents of its review, at once, then for its reviewer', () => {
    const fresh = play(draft(), { kind: 'submit', submission: submission() }).record;
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

  test('for nobody but an advance where a court acts', () => {
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
    const sent = play(draft('live'), { kind: 'submit', submission: liveSubmission() }).record;
    expect(kindOf(sent)).toBe('documents');
    expect(waitOf(searching(), start)).toMatchObject({ kind: 'engagement', work: { jurisdiction: 'MD' } });
    expect(kindOf(inReview())).toBe('attorney_review');
    expect(kindOf({ ...inReview(), factsVersion: 2 })).toBe('documents');
  });

  test('for the end of the notice period, if one was reported', () => {
    const period = playAll(inReview(), [
      approveAll('notice'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', expires: '2026-07-13' },
    ]);
    expect(waitOf(period, start)).toMatchObject({
      kind: 'notice_period',
      dueAt: Date.parse('2026-07-14T10:00:00Z'),
      work: { kind: 'end_notice_period' },
    });
    const open = { ...period, notice: period.notice && { ...period.notice, expires: null } };
    expect(waitOf(open, start)).toMatchObject({ kind: 'notice_period', dueAt: null, work: null });
  });

  test('for an attorney who was asked and has not accepted, wherever they act next', () => {
    const asked = play(inReview(), {
      ...operator,
      kind: 'assign',
      attorneyId: 'usr_b',
      eligible: true,
      asksFirst: true,
    });
    expect(kindOf(asked.record)).toBe('attorney_acceptance');
  });

  test('on hold to be resumed, or for the confirmation of its withdrawal', () => {
    expect(kindOf(play(inReview(), { ...operator, kind: 'hold' }).record)).toBe('resumption');
    expect(kindOf(play(inReview(), { kind: 'withdraw' }).record)).toBe('withdrawal_confirmation');
  });

  test('as a draft for its customer, once it was submitted', () => {
    expect(kindOf(draft('live'))).toBe('finished');
    expect(kindOf(play(inReview(), review('request_changes', [])).record)).toBe('customer');
  });
});

describe('work that failed', () => {
  const failed = () => play(searching(), fail('engage_attorney')).record;

  test('is due again when its wait is over, and delays no other work', () => {
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

  test('is nothing to retry where a command has taken the case elsewhere', () => {
    expect(waitOf(play(inReview(), fail('render_documents')).record, start)).toMatchObject({
      kind: 'attorney_review',
      work: null,
    });
  });
});

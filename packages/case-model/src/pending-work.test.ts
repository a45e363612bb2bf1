import { describe, expect, test } from 'vitest';
import { canFail, type CaseRecord, type Command, isFinished, pendingWork } from './index.ts';
import { draft, play, start, submission, submitted, takeSteps, withDocuments } from './testing.ts';
import { approveAll, inReview, liveSubmission, pending, playAll, served } from './testing-live.ts';

const fail = (step: 'render_documents' | 'engage_attorney'): Command => ({
  kind: 'step_failed',
  step,
  errorClass: 'Error',
});
const kindOf = (record: CaseRecord) => pendingWork(record, start).kind;

describe('a sandbox case waits', () => {
  test('first for the documents of its review, at once, then for its reviewer', () => {
    const fresh = play(draft(), { kind: 'submit', submission: submission() }).record;
    expect(pendingWork(fresh, start)).toMatchObject({ kind: 'render', dueAt: start, orders: [{ stage: 'notice' }] });
    expect(pendingWork(withDocuments(fresh), start)).toMatchObject({
      kind: 'sandbox_step',
      dueAt: fresh.restingSince + 30_000,
    });
  });

  test('for a step in every state that it rests in, until it is over', () => {
    const { records } = takeSteps(submitted());
    const open = records.filter(({ state }) => !isFinished(state));
    expect(new Set(open.map(kindOf))).toEqual(new Set(['sandbox_step']));
    expect(records.slice(open.length).map(kindOf)).toEqual(['command']);
  });

  test('for nobody but an advance where a court acts', () => {
    const { records } = takeSteps(submitted());
    const byItself = records.filter((record) => pendingWork(record, start).dueAt !== null);
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
  const sent = play(draft('live'), { kind: 'submit', submission: liveSubmission() }).record;

  test('for its summary, then for an attorney, then for their review', () => {
    expect(kindOf(sent)).toBe('render');
    expect(pendingWork(withDocuments(sent), start)).toMatchObject({ kind: 'engage_attorney', jurisdiction: 'MD' });
    expect(kindOf(inReview())).toBe('command');
    expect(kindOf(play(inReview(), { kind: 'evidence_added', factsVersion: 2 }).record)).toBe('render');
  });

  test('for the end of the notice period that was reported', () => {
    const period = playAll(inReview(), [
      approveAll('notice'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', expires: '2026-07-13' },
    ]);
    expect(kindOf(period)).toBe('notice_period');
  });
});

describe('work that failed', () => {
  const searching = withDocuments(play(draft('live'), { kind: 'submit', submission: liveSubmission() }).record);
  const failed = play(searching, fail('engage_attorney')).record;

  test('is retried when its wait is over, whatever comes in between', () => {
    expect(pendingWork(failed, start)).toMatchObject({
      kind: 'retry',
      dueAt: failed.restingSince + 60_000,
      work: { kind: 'engage_attorney' },
    });
    const more = play(failed, { kind: 'evidence_added', factsVersion: 2 }, failed.restingSince + 30_000).record;
    expect(pendingWork(more, start)).toMatchObject({
      kind: 'retry',
      dueAt: failed.restingSince + 60_000,
      work: { kind: 'render' },
    });
  });

  test('waits for operators after the last attempt', () => {
    const exhausted = [1, 2, 3, 4].reduce((record) => play(record, fail('engage_attorney')).record, failed);
    expect(pendingWork(exhausted, start)).toMatchObject({ kind: 'retry', dueAt: null });
  });

  test('is nothing to retry where a command has taken the case elsewhere', () => {
    expect(kindOf(play(inReview(), fail('render_documents')).record)).toBe('command');
  });
});

test('a notice period and a command cannot fail: operators have nothing to retry there', () => {
  for (const record of [inReview(), draft(), takeSteps(submitted()).record]) {
    expect(canFail(pendingWork(record, start))).toBe(false);
  }
});

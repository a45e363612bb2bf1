import { describe, expect, test } from 'vitest';
import { attention, type Command, operatorAttention } from '../index.ts';
import { play } from '../../test/cases.ts';
import { approveAll, codeOf, inReview, operator, outcome, playAll } from '../../test/live-cases.ts';

const stepFailed: Command = { kind: 'step_failed', step: 'render_documents', errorClass: 'Error' };
const mailFailed: Command = { kind: 'mail_failed', attempt: 5, errorClass: 'refused_address', isMailGivenUp: true };
const retry: Command = { ...operator, kind: 'retry_step' };
const reviewed = inReview();
const since = reviewed.restingSince;
const hourMs = 3_600_000;

describe('a step that is retried', () => {
  const twice = playAll(reviewed, [stepFailed, stepFailed]);

  test('needs the attention of operators, but of no one else, an hour after its first failure', () => {
    expect(twice.failure).toMatchObject({ attempt: 2, since });
    expect(operatorAttention(twice, since + hourMs - 1)).toEqual([]);
    expect(operatorAttention(twice, since + hourMs)).toEqual(['retrying:render_documents']);
    expect(attention(twice)).toEqual([]);
  });

  test('is reported as failed instead of retrying after its last attempt, and not at all if the case has finished', () => {
    const exhausted = playAll(twice, [stepFailed, stepFailed, stepFailed]);
    expect(operatorAttention(exhausted, since + hourMs)).toEqual(['job_failed:render_documents']);
    const closed = play(twice, outcome({ type: 'closed' })).record;
    expect(operatorAttention(closed, since + hourMs)).toEqual([]);
  });
});

describe('an email that has exhausted its retries', () => {
  const notified = play(reviewed, mailFailed);

  test("is recorded without its content, needs attention, and doesn't change the state of the case", () => {
    const detail = { step: 'send_mail', attempt: 5, errorClass: 'refused_address' };
    expect(notified.events).toMatchObject([{ action: 'job_failed', internal: true, toState: null, detail }]);
    expect(notified.record).toMatchObject({ state: 'notice_review', failure: null });
    expect(attention(notified.record)).toEqual(['job_failed:send_mail']);
    expect(attention(playAll(notified.record, [approveAll('notice')]))).toEqual([]);
    expect(codeOf(play(reviewed, outcome({ type: 'closed' })).record, mailFailed)).toBe('invalid_transition');
  });

  test("doesn't affect the retries of a failed step, and both failures are reported once those retries are used up", () => {
    const between = playAll(reviewed, [stepFailed, mailFailed]);
    expect(between.failure).toEqual({ step: 'render_documents', attempt: 1, since, retryAt: since + 60_000 });
    const after = playAll(between, [stepFailed, stepFailed, stepFailed, stepFailed]);
    expect(attention(after)).toEqual(['job_failed:render_documents', 'job_failed:send_mail']);
  });

  test('no longer needs attention after operators retry, and a second retry is refused', () => {
    const retried = play(notified.record, retry).record;
    expect(attention(retried)).toEqual([]);
    expect(codeOf(retried, retry)).toBe('invalid_transition');
  });
});

import { describe, expect, test } from 'vitest';
import { type Command, customerFactKinds, reportedHoldReasons } from '../index.ts';
import { draft, play, start, submitted, takeSteps } from '../../test/cases.ts';
import { at, closed, heard, issued, judged, requested, rests, said } from '../../test/court-cases.ts';
import {
  acceptFiling,
  approve,
  attorney,
  codeOf,
  hashesOf,
  hold,
  inPeriod,
  inReview,
  noticeOut,
  operator,
  playAll,
  resume,
  sendNotice,
  sendSummons,
  serveNotice,
  serveSummons,
  submitFiling,
} from '../../test/live-cases.ts';

// These tests cover what can happen to a live case in any state.

describe('added deadlines', () => {
  const rent = { ...attorney, kind: 'set_deadline', name: 'rent', date: '2026-06-01', citation: 'Lease, § 2' } as const;

  test("can be changed or removed by their ids, every such action has an event, and the platform's deadlines stay the same", () => {
    const withOne = playAll(inPeriod, [rent]);
    const [, added] = withOne.deadlines;
    const deadlineId = added?.id ?? '';
    expect(added).toEqual({ id: deadlineId, name: 'rent', date: '2026-06-01', citation: 'Lease, § 2' });
    expect(deadlineId).toMatch(/^ddl_/);
    const change = { ...attorney, kind: 'change_deadline', deadlineId, date: '2026-08-01', name: 'Rent' } as const;
    const changed = play(withOne, change);
    expect(changed.record.deadlines.map(({ date }) => date)).toEqual(['2026-07-13', '2026-08-01']);
    expect(said(changed).at(-1)).toEqual({
      action: 'corrected',
      detail: {
        deadlineId,
        from: { date: '2026-06-01' },
        to: { date: '2026-08-01' },
        name: { from: 'rent', to: 'Rent' },
        citation: { from: 'Lease, § 2', to: 'Lease, § 2' },
      },
    });
    expect(play(changed.record, change).events).toHaveLength(1);
    const { record: removed, events } = play(changed.record, { ...attorney, kind: 'remove_deadline', deadlineId });
    expect(events.at(-1)?.detail).toMatchObject({ to: null, name: { from: 'Rent', to: null } });
    expect(removed.deadlines.map(({ name }) => name)).toEqual(['notice_expires']);
    expect(codeOf(removed, change)).toBe('not_found');
  });

  test('are limited to 50', () => {
    const full = playAll(
      inReview(),
      Array.from({ length: 50 }, () => rent),
    );
    expect(codeOf(full, rent)).toBe('too_many_deadlines');
  });
});

describe('facts and cures', () => {
  const report = (fact: 'payment' | 'moved_out') => ({ kind: 'report_fact', fact, date: '2026-07-06' }) as const;

  test.each(customerFactKinds)(
    'a customer can report %s in any open state after submission, and the state stays the same unless it was filing_approved',
    (fact) => {
      // A payment returns an approved filing to review.
      const unmoved = rests.filter(({ state }) => state !== 'filing_approved');
      for (const record of [...unmoved, playAll(at('cure_period'), [hold]), submitted()]) {
        const { record: after, events } = play(record, { ...report(fact), detail: 'Half.' });
        expect(events).toMatchObject([{ action: fact, actorType: 'customer', internal: true, toState: null }]);
        expect(events[0]?.detail).toMatchObject({ date: '2026-07-06', detail: 'Half.' });
        expect(after).toMatchObject({ state: record.state, cureReports: record.cureReports });
      }
      for (const record of [draft('live'), playAll(at('writ_issued'), [closed])])
        expect(codeOf(record, report(fact))).toBe('invalid_transition');
    },
  );

  test('a case that ends after a reported payment is closed, and one that ends after a reported cure is resolved', () => {
    const states = [report('payment'), { kind: 'report_cure' } as const].map((reported) => {
      const record = play(noticeOut, reported).record;
      expect(record.state).toBe('notice_sent');
      return play(record, closed).record.state;
    });
    expect(states).toEqual(['closed', 'resolved']);
  });

  test('only the newest 50 cure reports are stored, but each report has an event', () => {
    let record = inReview();
    const { sequence } = record;
    for (let minute = 0; minute < 60; minute += 1)
      record = play(record, { kind: 'report_cure' }, start + minute * 60_000).record;
    expect(record.sequence).toBe(sequence + 60);
    expect(record.cureReports).toHaveLength(50);
    expect(record.cureReports.at(-1)).toEqual({ reportedAt: '2026-07-01T09:59:00.000Z' });
  });

  test("reports are refused from an attorney who isn't eligible or assigned, and from operators for a sandbox case", () => {
    expect(codeOf(inReview(), { ...attorney, eligible: false, kind: 'hold' })).toBe('attorney_not_eligible');
    expect(codeOf(inReview(), { ...attorney, attorneyId: 'usr_b', kind: 'hold' })).toBe('invalid_transition');
    // Operators can't report anything about a sandbox case.
    expect(codeOf(takeSteps(submitted(), 4).record, acceptFiling)).toBe('invalid_transition');
    expect(codeOf(takeSteps(submitted(), 2).record, { ...operator, kind: 'cure' })).toBe('invalid_transition');
  });
});

describe('a hold', () => {
  test.each(reportedHoldReasons)('can be reported by attorneys and operators with the reason %s', (reason) => {
    for (const author of [attorney, operator]) {
      const { record, events } = play(at('hearing_scheduled'), { ...author, kind: 'hold', reason });
      expect(record).toMatchObject({ state: 'on_hold', heldFrom: 'hearing_scheduled', holdReason: reason });
      expect(events.at(-1)?.detail).toMatchObject({ reason });
    }
  });

  test('prevents service, filings and court events in any state, and ends when the attorney or an operator resumes the case', () => {
    for (const record of rests) {
      const onHold = playAll(record, [hold]);
      const sending: Command[] = [
        approve(...hashesOf(record, 'notice'), ...hashesOf(record, 'filing')),
        sendNotice,
        sendSummons,
        { ...serveNotice, expires: '2026-07-10' },
        { ...serveSummons, date: '2026-07-20' },
        submitFiling,
        acceptFiling,
        { ...operator, kind: 'rework_filing' },
        { ...operator, kind: 'expire_notice' },
        { kind: 'end_notice_period' },
        { ...operator, kind: 'cure' },
        heard,
        judged,
        requested,
        issued,
      ];
      for (const command of sending)
        expect(codeOf(onHold, command), `${command.kind} from ${record.state}`).not.toBe('ok');
      for (const author of [attorney, operator])
        expect(play(onHold, { ...author, kind: 'resume' }).record.state).toBe(record.state);
    }
  });

  test('for an agreement allows deadlines for its payments, and the case can be resumed or closed', () => {
    const payment = { kind: 'set_deadline', name: 'payment', date: '2026-08-01', citation: 'Agreement' } as const;
    const agreed = playAll(at('hearing_scheduled'), [
      { ...hold, reason: 'agreement' },
      { ...attorney, ...payment },
      { ...operator, ...payment },
    ]);
    expect(agreed.deadlines.filter(({ id }) => id !== undefined)).toHaveLength(2);
    expect(playAll(agreed, [resume, judged]).state).toBe('judgment_entered');
    expect(playAll(agreed, [closed]).state).toBe('closed');
  });
});

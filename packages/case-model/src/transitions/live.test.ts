import { describe, expect, test } from 'vitest';
import { attention, type CaseRecord, type Command, decide, operatorAttention, waitOf } from '../index.ts';
import { draft, play, start, submission, submitted, takeSteps, withDocuments } from '../../test/cases.ts';
import {
  approve,
  approveAll,
  assign,
  attach,
  attachedByAttorney,
  filing,
  hashesOf,
  inReview,
  liveSubmission,
  operator,
  outcome,
  pending,
  playAll,
  review,
  served,
  summaryInReview,
} from '../../test/live-cases.ts';

const filed = [
  attach('filing', 'complaint'),
  approveAll('filing'),
  { ...filing, status: 'submitted' },
  { ...filing, status: 'accepted' },
  { ...pending, stage: 'summons' },
  { ...served, stage: 'summons', date: '2026-07-20', expires: null },
] as const;

describe('a live case', () => {
  test('goes from draft to closed by its attorney and the operators', () => {
    const record = playAll(inReview(), [
      approveAll('notice'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', expires: '2026-07-13' },
      { kind: 'end_notice_period' },
      ...filed,
      outcome({ type: 'hearing_scheduled', date: '2026-08-01' }),
      outcome({ type: 'hearing_scheduled', date: '2026-08-15' }),
      outcome({ type: 'judgment', outcome: 'plaintiff' }),
      outcome({ type: 'writ_requested' }),
      outcome({ type: 'writ_issued' }),
      outcome({ type: 'closed' }),
    ]);
    expect(record.state).toBe('closed');
    expect(record.deadlines).toEqual([
      { name: 'notice_expires', date: '2026-07-13', citation: 'Rule 1' },
      { name: 'hearing', date: '2026-08-15', citation: 'Set by the court' },
    ]);
  });

  test('computes no deadline of state law by itself: service is reported with its dates', () => {
    const sent = playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);
    expect(refusal(sent, { ...served, stage: 'notice', expires: null })).toBe('service_dates_missing');
    expect(refusal(sent, { ...served, stage: 'notice', date: null, expires: '2026-07-13' })).toBe(
      'service_dates_missing',
    );
  });

  test('a cure report leaves it as it is; the attorney closes it as resolved', () => {
    const sent = playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);
    const reported = play(sent, { kind: 'report_cure' }).record;
    expect(reported.state).toBe('notice_sent');
    expect(play(reported, outcome({ type: 'closed' })).record.state).toBe('resolved');
  });

  test('keeps the newest 50 cure reports, and an event of each', () => {
    let record = inReview();
    const { sequence } = record;
    for (let minute = 0; minute < 60; minute += 1) {
      record = play(record, { kind: 'report_cure' }, start + minute * 60_000).record;
    }
    expect(record.sequence).toBe(sequence + 60);
    expect(record.cureReports).toHaveLength(50);
    expect(record.cureReports.at(-1)).toEqual({ reportedAt: '2026-07-01T09:59:00.000Z' });
  });
});

describe('the history says', () => {
  test.each(['live', 'test'] as const)('what was attested to with the submit of a %s case', (mode) => {
    const attested = { by: 'usr_1', version: '1' };
    const given = mode === 'live' ? liveSubmission() : submission();
    const { events } = play(draft(mode), { kind: 'submit', submission: given, attested });
    expect(events.map(({ action }) => action)).toEqual(['submit', 'attested']);
    expect(events[1]).toMatchObject({ actorType: 'customer', internal: true, detail: attested });
  });

  test('why operators did something and on whose word, and what an attorney noted', () => {
    const held = play(inReview(), { ...operator, kind: 'hold', reason: 'other', notes: 'Unclear.', onWordOf: 'court' });
    expect(held.events[0]?.detail).toEqual({
      operator: 'robin',
      command: 'hold',
      reason: 'Unclear.',
      onWordOf: 'court',
    });
    const assigned = play(inReview(), { ...assign('usr_b'), reason: 'Ill.' });
    expect(assigned.events[0]?.detail).toEqual({ operator: 'robin', command: 'assign', reason: 'Ill.' });
    for (const decision of ['request_changes', 'reject'] as const) {
      const { events } = play(inReview(), { ...review(decision, []), notes: 'The name.' });
      expect(events[0]).toMatchObject({ action: 'review_recorded', detail: { decision, notes: 'The name.' } });
    }
  });

  test('why service failed, and what is known of a fact', () => {
    const sent = playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);
    const { record, events } = play(sent, {
      ...pending,
      stage: 'notice',
      status: 'failed',
      failureReason: 'A dog.',
    });
    expect(record.serviceAttempts).toMatchObject([{ status: 'failed', failureReason: 'A dog.' }]);
    expect(events[0]?.detail).toMatchObject({ reason: 'A dog.' });
    const fact = { kind: 'report_fact', fact: 'payment', date: '2026-07-01', detail: 'Half.' } as const;
    expect(play(sent, fact).events.at(-1)?.detail).toEqual({ date: '2026-07-01', detail: 'Half.' });
  });

  test('the numbers of the court, as they were reported', () => {
    const before = playAll(inReview('filing'), [approveAll('filing')]);
    const record = playAll(before, [{ ...filing, status: 'submitted', envelopeId: 'E-1' }]);
    const accepted = play(record, { ...filing, status: 'accepted', courtCaseNumber: 'C-1' });
    expect(accepted.record).toMatchObject({
      courtCaseNumber: 'C-1',
      filings: [{ status: 'accepted', envelopeId: 'E-1', courtCaseNumber: 'C-1', rejectionReasons: null }],
    });
    expect(accepted.events.at(-1)?.detail).toEqual({ courtCaseNumber: 'C-1' });
    const rejectionReasons = [{ code: 'fee', description: 'Short.' }] as const;
    const returned = play(record, { ...filing, status: 'rejected', rejectionReasons });
    expect(returned.record).toMatchObject({ courtCaseNumber: null, filings: [{ rejectionReasons }] });
    expect(returned.events.at(-1)?.detail).toEqual({ reasons: ['fee'] });
  });
});

describe('reviews bind bytes', () => {
  test('an approval must name every document of the stage, the summary first of all', () => {
    const record = inReview();
    const hashes = hashesOf(record, 'notice');
    expect(hashes).toHaveLength(2);
    const [summary = '', paper = ''] = hashes;
    expect(refusal(record, approve(paper))).toBe('summary_not_named');
    expect(refusal(record, approve(summary))).toBe('paper_not_named');
    expect(play(record, approve(...hashes, 'other')).record.state).toBe('notice_approved');
  });

  test('an approval that names an unknown document is stale', () => {
    const record = inReview();
    expect(refusal(record, approve(...hashesOf(record, 'notice'), 'never-seen'))).toBe('unknown_hash');
  });

  test('nothing is approved before the summary exists, nor with one from before evidence was added', () => {
    const early = playWithoutDocuments([
      { kind: 'submit', submission: liveSubmission() },
      { kind: 'engage', attorneyId: 'usr_a' },
    ]);
    expect(refusal(early, approve())).toBe('summary_missing');
    const shown = inReview();
    const added = { ...shown, factsVersion: 2 };
    expect(refusal(added, approve(...hashesOf(shown, 'notice')))).toBe('summary_outdated');
    const renewed = withDocuments(added);
    expect(refusal(renewed, approve(...hashesOf(shown, 'notice')))).toBe('summary_not_named');
    expect(playAll(renewed, [approveAll('notice')]).state).toBe('notice_approved');
  });

  test('evidence added after the approval leaves it: it is for the next review', () => {
    const approved = playAll(inReview(), [approveAll('notice')]);
    expect(playAll({ ...approved, factsVersion: 2 }, [{ ...pending, stage: 'notice' }]).state).toBe('notice_sent');
  });

  test('what was approved cannot be added to by operators', () => {
    expect(refusal(playAll(inReview(), [approveAll('notice')]), attach('notice', 'late'))).toBe('invalid_transition');
    expect(refusal(playAll(inReview('filing'), [approveAll('filing')]), attach('filing', 'late'))).toBe(
      'invalid_transition',
    );
  });

  test.each([
    { stage: 'notice', record: playAll(summaryInReview(), [attach('notice', 'paper'), approveAll('notice')]) },
    {
      stage: 'filing',
      record: playAll(summaryInReview('filing'), [attach('filing', 'paper'), approveAll('filing')]),
    },
  ] as const)(
    'a $stage that its attorney attaches after approving voids the approval, even with the same bytes',
    (given) => {
      const { stage, record } = given;
      const send: Command = stage === 'notice' ? { ...pending, stage } : { ...filing, status: 'submitted' };
      const approved = hashesOf(record, stage);
      for (const paper of ['late', 'paper']) {
        const { record: again, events } = play(record, attachedByAttorney(stage, paper));
        expect(events.at(-1)).toMatchObject({
          action: 'begin_review',
          actorType: 'attorney',
          toState: `${stage}_review`,
        });
        expect(refusal(again, send)).toBe(`${stage}_not_approved`);
        if (paper === 'late') expect(refusal(again, approve(...approved))).toBe('paper_not_named');
        expect(playAll(again, [approveAll(stage), send]).state).toBe(
          stage === 'notice' ? 'notice_sent' : 'filing_submitted',
        );
      }
      const held = play(record, { ...operator, kind: 'hold' }).record;
      const added = play(held, attachedByAttorney(stage, 'late')).record;
      expect(added.state).toBe('on_hold');
      expect(play(added, { ...operator, kind: 'resume' }).record.state).toBe(`${stage}_review`);
    },
  );

  test('what is out cannot be added to by anybody, and a proof is always taken', () => {
    const sent = playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);
    expect(refusal(sent, attachedByAttorney('notice', 'late'))).toBe('invalid_transition');
    const filedOnce = playAll(inReview('filing'), [approveAll('filing'), { ...filing, status: 'submitted' }]);
    expect(refusal(filedOnce, attachedByAttorney('filing', 'late'))).toBe('invalid_transition');
    for (const record of [sent, filedOnce])
      expect(play(record, attachedByAttorney('proof', 'x')).record.state).toBe(record.state);
    const drafted = playAll(inReview(), [review('request_changes', [])]);
    expect(refusal(drafted, attachedByAttorney('proof', 'x'))).toBe('invalid_transition');
  });

  test('a document attached under the same name replaces the previous one', () => {
    const record = playAll(summaryInReview(), [attach('notice', 'draft'), attach('notice', 'final', ['doc_draft'])]);
    expect(record.stageDocuments.notice.map(({ contentHash }) => contentHash)).toEqual(['final']);
  });

  test('requested changes drop what was attached: no approval covers it', () => {
    const asked = playAll(inReview(), [attach('notice', 'paper'), review('request_changes', [])]);
    expect(asked.stageDocuments).toEqual({ notice: [], filing: [] });
  });

  test('changes requested of a filing keep the served notice, until the facts that it states change', () => {
    const reviewed = playAll(summaryInReview(), [
      attach('notice', 'paper'),
      approveAll('notice'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', expires: '2026-07-13' },
      { ...operator, kind: 'expire_notice' },
      attach('filing', 'complaint'),
      review('request_changes', []),
    ]);
    const papersAfter = (noticeFactsVersion: number) =>
      playAll(reviewed, [{ kind: 'submit', submission: { ...liveSubmission(), noticeFactsVersion } }]);
    expect(papersAfter(1)).toMatchObject({
      state: 'filing_review',
      stageDocuments: { notice: [{ contentHash: 'paper' }], filing: [] },
    });
    expect(papersAfter(2)).toMatchObject({ state: 'notice_review', stageDocuments: { notice: [], filing: [] } });
  });

  test('a filing that came back needs a new approval: of the new summary, or of what was attached since', () => {
    const rejected = playAll(inReview('filing'), [
      attach('filing', 'complaint'),
      approveAll('filing'),
      { ...filing, status: 'submitted' },
      { ...filing, status: 'rejected', rejectionReasons: [{ code: 'fee', description: 'Short.' }] },
    ]);
    const before = hashesOf(rejected, 'filing');
    const again = playAll(rejected, [{ ...operator, kind: 'rework_filing' }]);
    expect(refusal(again, approve(...before))).toBe('summary_not_named');
    expect(hashesOf(again, 'filing')).toContain('complaint');
    const corrected = playAll(rejected, [attach('filing', 'corrected'), { ...operator, kind: 'rework_filing' }]);
    expect(hashesOf(corrected, 'filing')).not.toContain('complaint');
    expect(playAll(corrected, [approveAll('filing'), { ...filing, status: 'submitted' }]).state).toBe(
      'filing_submitted',
    );
  });

  test('a lapsed license refuses a review before anything else is looked at', () => {
    expect(refusal(inReview(), { ...approve('never-seen'), eligible: false })).toBe('attorney_not_eligible');
  });
});

describe('an approval of the summary alone', () => {
  test.each([
    { stage: 'notice', send: { ...pending, stage: 'notice' }, sent: 'notice_sent' },
    { stage: 'filing', send: { ...filing, status: 'submitted' }, sent: 'filing_submitted' },
  ] as const)('sends no $stage out, and anyone can add the paper', ({ stage, send, sent }) => {
    const approved = playAll(summaryInReview(stage), [approveAll(stage)]);
    expect(approved.state).toBe(`${stage}_approved`);
    expect(refusal(approved, send)).toBe(`${stage}_paper_missing`);
    const withProof = playAll(approved, [attach('proof', 'as-served')]);
    expect(refusal(withProof, send)).toBe(`${stage}_paper_missing`);
    for (const added of [attach(stage, 'paper'), attachedByAttorney(stage, 'paper')]) {
      const reviewed = playAll(approved, [added]);
      expect(reviewed.state).toBe(`${stage}_review`);
      expect(refusal(reviewed, send)).toBe(`${stage}_not_approved`);
      expect(playAll(reviewed, [approveAll(stage), attach('proof', 'as-served'), send]).state).toBe(sent);
    }
  });
});

describe('a report during the review of the filing', () => {
  const payment = { ...operator, kind: 'record_fact', fact: 'payment', date: '2026-07-01' } as const;

  test.each([
    ['a cure', { kind: 'report_cure' }],
    ['a payment', payment],
  ] as const)('of %s calls for a new summary, and an older approval is stale', (_, report) => {
    const before = inReview('filing');
    const named = hashesOf(before, 'filing');
    const reported = play(before, report).record;
    expect(refusal(reported, approve(...named))).toBe('summary_outdated');
    expect(waitOf(reported, start).kind).toBe('documents');
    const renewed = withDocuments(reported);
    expect(refusal(renewed, approve(...named))).toBe('summary_not_named');
    expect(playAll(renewed, [approveAll('filing')]).state).toBe('filing_approved');
  });

  test('before the first review counts, and one after the approval returns the filing to review', () => {
    const waiting = withDocuments(play(draft('live'), { kind: 'submit', submission: liveSubmission('filing') }).record);
    expect(waitOf(play(waiting, { kind: 'report_cure' }).record, start).kind).toBe('documents');
    const approved = playAll(inReview('filing'), [approveAll('filing')]);
    const { record, events } = play(approved, payment);
    expect(events.at(-1)).toMatchObject({ action: 'begin_review', toState: 'filing_review' });
    expect(refusal(record, { ...filing, status: 'submitted' })).toBe('filing_not_approved');
    const held = playAll(approved, [{ ...operator, kind: 'hold' }, payment, { ...operator, kind: 'resume' }]);
    expect(held.state).toBe('filing_review');
  });

  test('on hold counts once the case resumes', () => {
    const before = inReview('filing');
    const named = hashesOf(before, 'filing');
    const held = playAll(before, [{ ...operator, kind: 'hold' }, { kind: 'report_cure' }]);
    const resumed = play(held, { ...operator, kind: 'resume' }).record;
    expect(refusal(resumed, approve(...named))).toBe('summary_outdated');
  });

  test('of another fact leaves it, and so does any report in the review of the notice', () => {
    const before = inReview('filing');
    const answered = play(before, { ...payment, fact: 'answer_filed' }).record;
    expect(refusal(answered, approve(...hashesOf(before, 'filing')))).toBe('accepted');
    const notice = play(inReview(), { kind: 'report_cure' }).record;
    expect(waitOf(notice, start).kind).toBe('attorney_review');
  });
});

describe('a day of service', () => {
  const sent = playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);
  const notice = { ...served, stage: 'notice', expires: '2026-07-13' } as const;

  test('is no later than today, and no earlier than the approval in the last time zone of the country', () => {
    expect(refusal(sent, { ...notice, date: '2026-07-02' }, start)).toBe('service_in_future');
    // The approval was given at 09:00 UTC, when it was still the 30th of June in Hawaii.
    expect(refusal(sent, { ...notice, date: '2026-06-29' })).toBe('served_before_approval');
    expect(refusal(sent, { ...notice, date: '2026-06-30' })).toBe('accepted');
    const summonsSent = playAll(inReview('filing'), [
      approveAll('filing'),
      { ...filing, status: 'submitted' },
      { ...filing, status: 'accepted' },
      { ...pending, stage: 'summons' },
    ]);
    const summons = { ...served, stage: 'summons', expires: null } as const;
    expect(refusal(summonsSent, { ...summons, date: '2026-06-29' })).toBe('served_before_approval');
    expect(refusal(summonsSent, { ...summons, date: null })).toBe('service_dates_missing');
  });

  test('is bound by the same rules when it is corrected', () => {
    const inPeriod = playAll(sent, [notice]);
    const attemptId = inPeriod.serviceAttempts.at(-1)?.id ?? '';
    const correct = (date: string) =>
      ({ ...operator, kind: 'correct_service', attemptId, date, expires: null }) as const;
    expect(refusal(inPeriod, correct('2026-07-05'), Date.parse('2026-07-04T00:00:00Z'))).toBe('service_in_future');
    expect(refusal(inPeriod, correct('2026-06-29'))).toBe('served_before_approval');
    expect(refusal(inPeriod, correct('2026-07-14'))).toBe('period_before_service');
  });
});

describe('a judgment before the day of its hearing', () => {
  const heard = playAll(inReview('filing'), [
    ...filed.slice(1, 4),
    outcome({ type: 'hearing_scheduled', date: '2026-08-01' }),
  ]);
  const judged = outcome({ type: 'judgment', outcome: 'plaintiff' });

  test('is recorded as it is reported, and asks for attention until the case moves on', () => {
    const early = play(heard, judged).record;
    expect(early).toMatchObject({ state: 'judgment_entered', judgment: { outcome: 'plaintiff', date: null } });
    expect(attention(early)).toEqual(['judgment_before_hearing']);
    expect(attention(play(early, outcome({ type: 'writ_requested' })).record)).toEqual([]);
    expect(attention(play(heard, judged, Date.parse('2026-08-01T12:00:00Z')).record)).toEqual([]);
  });
});

describe('another attorney', () => {
  const noticeOut = playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);

  test('is never one who is not eligible', () => {
    expect(refusal(inReview(), assign('usr_b', false))).toBe('attorney_not_eligible');
  });

  test('reviews what is under review', () => {
    const record = playAll(inReview(), [assign('usr_b')]);
    expect(refusal(record, review('approve', hashesOf(record, 'notice'), 'usr_a'))).toBe('invalid_transition');
    expect(playAll(record, [approveAll('notice')]).state).toBe('notice_approved');
  });

  test.each([
    { condition: 'approved', record: playAll(inReview(), [approveAll('notice')]), stage: 'notice' as const },
    { condition: 'sent out', record: noticeOut, stage: 'notice' as const },
    { condition: 'approved', record: playAll(inReview('filing'), [approveAll('filing')]), stage: 'filing' as const },
  ])('never takes over a $stage that was $condition: its approval ends on hold, and it is reviewed again', (given) => {
    const { record, stage } = given;
    expect(refusal(record, assign('usr_b'))).toBe('approval_unused');
    const hold: Command[] = [{ ...operator, kind: 'hold' }, assign('usr_b'), { ...operator, kind: 'resume' }];
    const taken = playAll(record, hold);
    expect(taken.state).toBe(`${stage}_review`);
    const use: Command =
      stage === 'notice' ? { ...pending, stage: 'notice' } : ({ ...filing, status: 'submitted' } as const);
    expect(refusal(taken, use)).toBe(`${stage}_not_approved`);
    expect(playAll(taken, [approveAll(stage), use]).attorneyId).toBe('usr_b');
  });

  test('a notice that was sent out and not served counts as failed once it is reviewed anew', () => {
    const taken = playAll(noticeOut, [{ ...operator, kind: 'hold' }, assign('usr_b'), { ...operator, kind: 'resume' }]);
    expect(taken.serviceAttempts).toMatchObject([{ status: 'failed' }]);
  });

  test('continues with what was served and filed under the approval of the previous attorney', () => {
    const atCourt = playAll(inReview('filing'), [approveAll('filing'), { ...filing, status: 'submitted' }]);
    const record = playAll(atCourt, [
      assign('usr_b'),
      { ...filing, status: 'accepted' },
      { ...pending, stage: 'summons' },
      { ...outcome({ type: 'hearing_scheduled', date: '2026-08-01' }), attorneyId: 'usr_b' },
    ]);
    expect(record.state).toBe('hearing_scheduled');
  });
});

describe('withdrawal', () => {
  test('waits for the attorney once one is engaged, and asking again changes nothing', () => {
    const held = play(inReview(), { kind: 'withdraw' });
    expect(held.actions).toEqual(['hold', 'withdrawal_requested']);
    expect(play(held.record, { kind: 'withdraw' }).record).toBe(held.record);
    expect(refusal(held.record, { ...operator, kind: 'resume' })).toBe('withdrawal_pending');
    expect(play(held.record, { ...outcome({ type: 'closed' }), eligible: false }).actions).toEqual(['withdraw']);
  });

  test('ends a case at once before an attorney is engaged', () => {
    const record = play(draft('live'), { kind: 'submit', submission: liveSubmission() }).record;
    expect(play(record, { kind: 'withdraw' }).record.state).toBe('withdrawn');
  });

  test('after the attorney declined, ends the case at once', () => {
    const declined = play(inReview(), review('reject', [])).record;
    expect(declined).toMatchObject({ state: 'on_hold', attorneyId: null });
    expect(play(declined, { kind: 'withdraw' }).record.state).toBe('withdrawn');
  });
});

describe('what operators report at the wrong time', () => {
  const noticeOut = playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);
  const summonsOut = playAll(inReview('filing'), [
    approveAll('filing'),
    { ...filing, status: 'submitted' },
    { ...filing, status: 'accepted' },
    { ...pending, stage: 'summons' },
  ]);
  const held = (record: CaseRecord) => play(record, { ...operator, kind: 'hold' }).record;
  const judged = playAll(summonsOut, [
    outcome({ type: 'hearing_scheduled', date: '2026-08-01' }),
    outcome({ type: 'judgment', outcome: 'plaintiff' }),
  ]);

  test.each([
    { what: 'a notice on hold', record: held(noticeOut), stage: 'notice' as const },
    { what: 'a summons on hold', record: held(summonsOut), stage: 'summons' as const },
    { what: 'a summons after the judgment', record: judged, stage: 'summons' as const },
  ])('the result of service is refused for $what, and the attempt stays pending', ({ record, stage }) => {
    expect(refusal(record, { ...served, stage, status: 'failed', expires: null })).toBe('invalid_transition');
    expect(refusal(record, { ...served, stage, expires: null })).toBe('invalid_transition');
  });

  test('is refused for a sandbox case, whose attempts, filings and documents are its own', () => {
    const sandbox = takeSteps(submitted(), 1).record;
    expect(refusal(sandbox, { ...served, stage: 'notice', status: 'failed', expires: null })).toBe(
      'invalid_transition',
    );
    expect(refusal(takeSteps(submitted(), 4).record, { ...filing, status: 'accepted' })).toBe('invalid_transition');
    expect(refusal(sandbox, { ...operator, kind: 'cure' })).toBe('invalid_transition');
  });
});

describe('a case held before an attorney was engaged', () => {
  test('enters review with the attorney assigned meanwhile as soon as it is resumed', () => {
    const given = playAll(draft('live'), [
      { kind: 'submit', submission: liveSubmission() },
      { ...operator, kind: 'hold' },
      assign('usr_b'),
    ]);
    const resumed = play(given, { ...operator, kind: 'resume' });
    expect(resumed.actions).toEqual(['resume', 'assign_attorney', 'begin_review']);
    expect(resumed.record).toMatchObject({ state: 'notice_review', attorneyId: 'usr_b', heldFrom: null });
  });
});

describe('after changes', () => {
  const changesAfterService = playAll(inReview(), [
    approveAll('notice'),
    { ...pending, stage: 'notice' },
    { ...served, stage: 'notice', expires: '2026-07-13' },
    { ...operator, kind: 'expire_notice' },
    review('request_changes', []),
  ]);

  test('a served notice remains valid while its facts are unchanged', () => {
    expect(play(changesAfterService, { kind: 'submit', submission: liveSubmission() }).record.state).toBe(
      'filing_review',
    );
  });

  test('the period of a new notice replaces the old one', () => {
    const serve = (date: string, expires: string) => [
      approveAll('notice'),
      { ...pending, stage: 'notice' } as const,
      { ...served, stage: 'notice', date, expires } as const,
    ];
    const record = playAll(inReview(), [
      ...serve('2026-07-03', '2026-07-13'),
      { ...operator, kind: 'expire_notice' },
      review('request_changes', []),
      { kind: 'submit', submission: { ...liveSubmission(), noticeFactsVersion: 2 } },
      attach('notice', 'second notice'),
      ...serve('2026-08-01', '2026-08-20'),
    ]);
    expect(record.deadlines).toEqual([{ name: 'notice_expires', date: '2026-08-20', citation: 'Rule 1' }]);
  });

  test('a property in another state keeps its attorney where that one is licensed there', () => {
    const moved = { ...liveSubmission(), jurisdiction: 'VA' };
    const sent = play(changesAfterService, { kind: 'submit', submission: moved }).record;
    expect(sent).toMatchObject({ state: 'filing_review', attorneyId: 'usr_a' });
    const lapsed = play(changesAfterService, { kind: 'submit', submission: moved, attorneyLapsed: true });
    expect(lapsed.record).toMatchObject({ state: 'submitted', attorneyId: null });
    expect(lapsed.events.map(({ action }) => action)).toEqual(['submit', 'attorney_reassigned']);
  });

  test('an attorney who is no longer eligible is removed, on record; the next one takes over the served notice', () => {
    const lapsed = { kind: 'submit', submission: liveSubmission(), attorneyLapsed: true } as const;
    const sent = play(changesAfterService, lapsed);
    expect(sent.record).toMatchObject({ state: 'submitted', attorneyId: null });
    expect(waitOf(withDocuments(sent.record), start).kind).toBe('engagement');
    expect(sent.events.map(({ action, detail }) => [action, detail])).toEqual([
      ['submit', {}],
      ['attorney_reassigned', { attorneyId: null, previousAttorneyId: 'usr_a' }],
    ]);
    const engaged = play(sent.record, { kind: 'engage', attorneyId: 'usr_b' }).record;
    expect(engaged).toMatchObject({ state: 'filing_review', attorneyId: 'usr_b' });
  });

  test('changed facts need a new notice', () => {
    const changed = { ...liveSubmission(), noticeFactsVersion: 2 };
    expect(play(changesAfterService, { kind: 'submit', submission: changed }).record.state).toBe('notice_review');
  });
});

describe('a step that is retried', () => {
  const failed = { kind: 'step_failed', step: 'render_documents', errorClass: 'Error' } as const;
  const { record } = play(play(inReview(), failed).record, failed);
  const since = inReview().restingSince;
  const hourMs = 3_600_000;

  test('is for operators to look at an hour after its first failure, and for nobody else', () => {
    expect(record.failure).toMatchObject({ attempt: 2, since });
    expect(operatorAttention(record, since + hourMs - 1)).toEqual([]);
    expect(operatorAttention(record, since + hourMs)).toEqual(['retrying:render_documents']);
    expect(attention(record)).toEqual([]);
  });

  test('is reported once as failed when it has exhausted its retries, and not at all when the case has finished', () => {
    const exhausted = playAll(record, [failed, failed, failed]);
    expect(operatorAttention(exhausted, since + hourMs)).toEqual(['job_failed:render_documents']);
    const closed = play(record, outcome({ type: 'closed' })).record;
    expect(operatorAttention(closed, since + hourMs)).toEqual([]);
  });
});

describe('a mail that has exhausted its retries', () => {
  const failed = { kind: 'mail_failed', attempt: 5, errorClass: 'refused_address' } as const;
  const notified = play(inReview(), failed);

  test('is on record without the mail, asks for attention and leaves the case where it is', () => {
    const detail = { step: 'send_mail', attempt: 5, errorClass: 'refused_address' };
    expect(notified.events).toMatchObject([{ action: 'job_failed', internal: true, toState: null, detail }]);
    expect(notified.record).toMatchObject({ state: 'notice_review', failure: null });
    expect(attention(notified.record)).toEqual(['job_failed:send_mail']);
    expect(attention(playAll(notified.record, [approveAll('notice')]))).toEqual([]);
  });

  test('leaves a pending retry as it is, and both are reported once the step has exhausted its retries too', () => {
    const failures: Command[] = Array.from({ length: 5 }, () => ({
      kind: 'step_failed',
      step: 'render_documents',
      errorClass: 'Error',
    }));
    const [first, ...others] = failures as [Command, ...Command[]];
    const between = play(play(inReview(), first).record, failed).record;
    expect(between.failure).toEqual({
      step: 'render_documents',
      attempt: 1,
      since: inReview().restingSince,
      retryAt: inReview().restingSince + 60_000,
    });
    const after = others.reduce((record, command) => play(record, command).record, between);
    expect(attention(after)).toEqual(['job_failed:render_documents', 'job_failed:send_mail']);
  });

  test('is cleared when operators retry the step; without one there is nothing to retry', () => {
    const retried = play(notified.record, { ...operator, kind: 'retry_step' }).record;
    expect(attention(retried)).toEqual([]);
    expect(refusal(retried, { ...operator, kind: 'retry_step' })).toBe('invalid_transition');
  });

  test('is refused for a finished case', () => {
    expect(refusal(play(inReview(), outcome({ type: 'closed' })).record, failed)).toBe('invalid_transition');
  });
});

describe('a notice period', () => {
  test('ends when its last day is over everywhere in the United States', () => {
    const record = playAll(inReview(), [
      approveAll('notice'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', expires: '2026-07-13' },
    ]);
    expect(waitOf(record, start)).toMatchObject({
      kind: 'notice_period',
      dueAt: Date.parse('2026-07-14T10:00:00Z'),
    });
  });

  test.each([
    ['operators', { ...operator, kind: 'expire_notice' }],
    ['the timer', { kind: 'end_notice_period' }],
  ] as const)('is not ended by %s before that', (_, command) => {
    const record = playAll(inReview(), [
      approveAll('notice'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', expires: '2026-07-13' },
    ]);
    const end = Date.parse('2026-07-14T10:00:00Z');
    expect(refusal(record, command, end - 1)).toBe('period_running');
    expect(refusal(record, command, end)).toBe('accepted');
  });

  test('never ends before the day of service', () => {
    const sent = playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);
    expect(refusal(sent, { ...served, stage: 'notice', expires: '2026-07-02' })).toBe('period_before_service');
  });
});

function playWithoutDocuments(commands: readonly Command[]): CaseRecord {
  return commands.reduce((record, command) => play(record, command).record, draft('live'));
}

function refusal(record: CaseRecord, command: Command, now = start + 60 * 86_400_000): string {
  const decision = decide(record, command, { now, uuid: () => 'u' });
  return decision.ok ? 'accepted' : decision.code;
}

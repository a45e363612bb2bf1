import { describe, expect, test } from 'vitest';
import { type CaseRecord, type Command, isApproved, stageUnderReview, waitOf } from '../index.ts';
import { draft, play, start, withDocuments } from '../../test/cases.ts';
import {
  acceptFiling,
  approve,
  approveAll,
  assign,
  attach,
  attachedByAttorney,
  atCourt,
  attorney,
  codeOf,
  engage,
  hashesOf,
  hold,
  inPeriod,
  inReview,
  noticeOut,
  operator,
  outcome,
  playAll,
  rejectFiling,
  resume,
  review,
  sendNotice,
  sendSummons,
  serveNotice,
  serveSummons,
  submit,
  submitFiling,
  summaryInReview,
} from '../../test/live-cases.ts';

// These tests cover what an approval includes, and what voids it.

const stages = ['notice', 'filing'] as const;
const send = { notice: sendNotice, filing: submitFiling };
const sent = { notice: 'notice_sent', filing: 'filing_submitted' };
const approved = (stage: 'notice' | 'filing') => playAll(inReview(stage), [approveAll(stage)]);
const papersOf = (record: CaseRecord, stage: 'notice' | 'filing') =>
  record.stageDocuments[stage].map(({ contentHash }) => contentHash);

describe('an approval', () => {
  test("has to name every document of the stage, including the summary, and can't name an unknown one", () => {
    const record = inReview();
    const [summary = '', paper = ''] = hashesOf(record, 'notice');
    expect(codeOf(record, approve(paper))).toBe('summary_not_named');
    expect(codeOf(record, approve(summary))).toBe('paper_not_named');
    expect(codeOf(record, approve(summary, paper, 'never-seen'))).toBe('unknown_hash');
    expect(codeOf(record, approve(summary, paper, 'other'))).toBe('ok');
    // With a lapsed license, the approval is refused before anything else is checked.
    expect(codeOf(record, { ...approve('never-seen'), eligible: false })).toBe('attorney_not_eligible');
  });

  test('needs a summary of the newest facts, and stays valid when evidence is added later', () => {
    const early = play(play(draft('live'), submit()).record, engage).record;
    expect(codeOf(early, approve())).toBe('summary_missing');
    const shown = hashesOf(inReview(), 'notice');
    const added = { ...inReview(), factsVersion: 2 };
    expect(codeOf(added, approve(...shown))).toBe('summary_outdated');
    expect(codeOf(withDocuments(added), approve(...shown))).toBe('summary_not_named');
    expect(playAll(added, [approveAll('notice')]).state).toBe('notice_approved');
    expect(playAll({ ...approved('notice'), factsVersion: 2 }, [sendNotice]).state).toBe('notice_sent');
  });

  test.each(stages)(
    "of the summary alone isn't enough to send out a %s, because a paper has to be added and approved first",
    (stage) => {
      const ofSummary = playAll(summaryInReview(stage), [approveAll(stage)]);
      expect(ofSummary.state).toBe(`${stage}_approved`);
      for (const record of [ofSummary, playAll(ofSummary, [attach('proof', 'as-served')])])
        expect(codeOf(record, send[stage])).toBe(`${stage}_paper_missing`);
      for (const added of [attach(stage, 'paper'), attachedByAttorney(stage, 'paper')]) {
        const reviewed = playAll(ofSummary, [added]);
        expect(reviewed.state).toBe(`${stage}_review`);
        expect(codeOf(reviewed, send[stage])).toBe(`${stage}_not_approved`);
        expect(playAll(reviewed, [approveAll(stage), attach('proof', 'as-served'), send[stage]]).state).toBe(
          sent[stage],
        );
      }
    },
  );

  test.each(stages)(
    "of a %s becomes void if the attorney adds a paper, even an identical one, and operators can't add any after the approval",
    (stage) => {
      const record = approved(stage);
      expect(codeOf(record, attach(stage, 'late'))).toBe('invalid_transition');
      const named = hashesOf(record, stage);
      for (const paper of ['late', `${stage}-paper`]) {
        const { record: again, events } = play(record, attachedByAttorney(stage, paper));
        const toState = `${stage}_review`;
        expect(events.at(-1)).toMatchObject({ action: 'begin_review', actorType: 'attorney', toState });
        expect(codeOf(again, send[stage])).toBe(`${stage}_not_approved`);
        if (paper === 'late') expect(codeOf(again, approve(...named))).toBe('paper_not_named');
        expect(playAll(again, [approveAll(stage), send[stage]]).state).toBe(sent[stage]);
      }
      const held = playAll(record, [hold, attachedByAttorney(stage, 'late')]);
      expect(held.state).toBe('on_hold');
      expect(play(held, resume).record.state).toBe(`${stage}_review`);
    },
  );
});

describe('a paper', () => {
  test("can't be added once its notice or filing has been sent out unless it is a proof of service, and can't be added to a draft at all", () => {
    const filed = playAll(approved('filing'), [submitFiling]);
    expect(codeOf(noticeOut, attachedByAttorney('notice', 'late'))).toBe('invalid_transition');
    expect(codeOf(filed, attachedByAttorney('filing', 'late'))).toBe('invalid_transition');
    for (const record of [noticeOut, filed])
      expect(play(record, attachedByAttorney('proof', 'x')).record.state).toBe(record.state);
    const drafted = playAll(inReview(), [review('request_changes', [])]);
    expect(codeOf(drafted, attachedByAttorney('proof', 'x'))).toBe('invalid_transition');
  });

  test.each(stages)('for a %s is refused if its review already has 50 documents, including the summary', (stage) => {
    const papers = Array.from({ length: 49 }, (_, index) => attach(stage, `paper-${index}`));
    const before = summaryInReview(stage);
    const missing = papers.slice(before.stageDocuments[stage].length);
    const full = playAll(before, missing);
    expect(hashesOf(full, stage)).toHaveLength(50);
    expect(codeOf(full, attach(stage, 'one-more'))).toBe('review_full');
    expect(playAll(full, [approveAll(stage)]).state).toBe(`${stage}_approved`);
  });

  test('can replace an earlier one, and all papers are dropped when the attorney requests changes', () => {
    const record = playAll(summaryInReview(), [attach('notice', 'draft'), attach('notice', 'final', ['doc_draft'])]);
    expect(papersOf(record, 'notice')).toEqual(['final']);
    const asked = playAll(record, [review('request_changes', [])]);
    expect(asked.stageDocuments).toEqual({ notice: [], filing: [] });
  });

  test('that was served is kept if the case is changed and submitted again, unless the facts in the paper change', () => {
    const changing = playAll(inPeriod, [
      { ...operator, kind: 'expire_notice' },
      attach('filing', 'complaint'),
      review('request_changes', []),
    ]);
    const again = (noticeFactsVersion: number) => playAll(changing, [submit('notice', { noticeFactsVersion })]);
    expect(again(1)).toMatchObject({
      state: 'filing_review',
      stageDocuments: { notice: [{ contentHash: 'notice-paper' }], filing: [] },
    });
    expect(again(2)).toMatchObject({ state: 'notice_review', stageDocuments: { notice: [], filing: [] } });
    // The period of a new notice replaces the old one.
    const renewed = playAll(again(2), [attach('notice', 'second'), approveAll('notice'), sendNotice]);
    const served = play(renewed, { ...serveNotice, date: '2026-08-01', expires: '2026-08-20' });
    expect(served.record.deadlines).toEqual([{ name: 'notice_expires', date: '2026-08-20', citation: 'Rule 1' }]);
  });

  test('has to be approved again after the court rejects its filing, even if only the summary is new', () => {
    const returned = playAll(approved('filing'), [submitFiling, rejectFiling]);
    const before = hashesOf(returned, 'filing');
    const rework: Command = { ...operator, kind: 'rework_filing' };
    const again = playAll(returned, [rework]);
    expect(codeOf(again, approve(...before))).toBe('summary_not_named');
    expect(hashesOf(again, 'filing')).toContain('filing-paper');
    // Once its attorney has attached a paper, it returns to review automatically.
    for (const steps of [[attach('filing', 'corrected'), rework], [attachedByAttorney('filing', 'corrected')]]) {
      const corrected = playAll(returned, steps);
      expect(corrected).toMatchObject({ state: 'filing_review', approvals: { filing: null } });
      expect(hashesOf(corrected, 'filing')).not.toContain('filing-paper');
      expect(playAll(corrected, [approveAll('filing'), submitFiling]).state).toBe('filing_submitted');
    }
  });
});

describe('before the filing is submitted', () => {
  const cure: Command = { kind: 'report_cure' };
  const fact = { kind: 'record_fact', fact: 'payment', date: '2026-07-01' } as const;
  const payment: Command = { ...operator, ...fact };
  const reports: [string, Command][] = [
    ['a cure by the customer', cure],
    ['a payment by the customer', { kind: 'report_fact', fact: 'payment', date: '2026-07-01' }],
    ['a payment by operators', payment],
    ['a payment by the attorney', { ...attorney, ...fact }],
  ];

  test.each(reports)(
    'a report of %s requires a new summary and invalidates an approval of the old one',
    (_, report) => {
      const before = inReview('filing');
      const stale = approve(...hashesOf(before, 'filing'));
      const reported = play(before, report).record;
      expect(codeOf(reported, stale)).toBe('summary_outdated');
      expect(waitOf(reported, start).kind).toBe('documents');
      expect(codeOf(withDocuments(reported), stale)).toBe('summary_not_named');
      expect(playAll(reported, [approveAll('filing')]).state).toBe('filing_approved');
      const resumed = playAll(before, [hold, report, resume]);
      expect(codeOf(resumed, stale)).toMatch(/^summary_/);
    },
  );

  test('a report requires a new summary even before the first review, and returns an approved filing to review', () => {
    const waiting = withDocuments(play(draft('live'), submit('filing')).record);
    expect(waitOf(play(waiting, cure).record, start).kind).toBe('documents');
    const { record, events } = play(approved('filing'), payment);
    expect(events.at(-1)).toMatchObject({ action: 'begin_review', toState: 'filing_review' });
    expect(codeOf(record, submitFiling)).toBe('filing_not_approved');
    expect(playAll(approved('filing'), [hold, payment, resume]).state).toBe('filing_review');
  });

  test('a report of an answer requires no new summary, and neither does a cure reported during the review of the notice', () => {
    const before = inReview('filing');
    const answered = play(before, { ...operator, ...fact, fact: 'answer_filed' }).record;
    expect(codeOf(answered, approve(...hashesOf(before, 'filing')))).toBe('ok');
    expect(waitOf(play(inReview(), cure).record, start).kind).toBe('attorney_review');
  });
});

describe('an amended complaint', () => {
  const amended = attach('filing', 'amended');
  const heard = outcome({ type: 'hearing_scheduled', date: '2026-08-01' });
  const judged = outcome({ type: 'judgment', outcome: 'plaintiff' });
  const at = {
    filing_accepted: [],
    summons_sent: [sendSummons],
    summons_served: [sendSummons, serveSummons],
    hearing_scheduled: [heard],
  };

  test.each(Object.entries(at))('is filed in %s under its own approval, without a change of state', (state, steps) => {
    const before = playAll(atCourt, steps);
    const prepared = playAll(before, [amended]);
    expect([isApproved(prepared, 'filing'), stageUnderReview(prepared)]).toEqual([true, 'filing']);
    expect(codeOf(prepared, submitFiling)).toBe('filing_not_approved');
    const [summary = '', ...papers] = hashesOf(prepared, 'filing');
    expect(papers).toEqual(['amended']);
    expect(summary).not.toBe(before.summaries.filing?.contentHash);
    expect(codeOf(prepared, approve('amended'))).toBe('summary_not_named');
    const reviewed = playAll(prepared, [approveAll('filing')]);
    expect(stageUnderReview(reviewed)).toBeNull();
    const { record, events } = play(reviewed, submitFiling);
    expect(record).toMatchObject({
      state,
      amendment: null,
      filings: [{ status: 'accepted' }, { status: 'submitted' }],
    });
    expect(papersOf(record, 'filing')).toEqual(['filing-paper', 'amended']);
    expect(events.at(-1)).toMatchObject({ action: 'submit_filing', toState: null, detail: { amended: true } });
    for (const result of [acceptFiling, rejectFiling]) {
      const after = play(record, result);
      expect(after.record).toMatchObject({ state, filings: [{}, { status: result.status }] });
      expect(after.events.at(-1)).toMatchObject({ action: `filing_${result.status}`, fromState: null });
      // The earlier filing still supports the case.
      expect(after.record.approvals.filing?.used).toBe(true);
    }
  });

  test("can't be filed if its documents or its attorney have changed, if the case is on hold, or if an earlier one is pending", () => {
    const ready = playAll(atCourt, [sendSummons, amended, approveAll('filing')]);
    expect(codeOf(ready, submitFiling)).toBe('ok');
    for (const change of [attach('filing', 'later'), assign('usr_b')])
      expect(codeOf(playAll(ready, [change]), submitFiling)).toBe('filing_not_approved');
    expect(codeOf(playAll(ready, [hold]), submitFiling)).not.toBe('ok');
    const filed = playAll(ready, [submitFiling]);
    const second = playAll(filed, [attach('filing', 'second'), approveAll('filing')]);
    for (const record of [filed, second]) expect(codeOf(record, submitFiling)).toBe('invalid_transition');
    expect(codeOf(playAll(second, [rejectFiling]), submitFiling)).toBe('ok');
  });

  test('that was filed before the judgment can be accepted afterwards, but no other can be prepared or filed then', () => {
    const filed = playAll(atCourt, [heard, amended, approveAll('filing'), submitFiling, judged]);
    const requested = playAll(filed, [outcome({ type: 'writ_requested' })]);
    for (const record of [filed, requested]) {
      const { record: after, events } = play(record, acceptFiling);
      expect(after).toMatchObject({ state: record.state, filings: [{}, { status: 'accepted' }] });
      expect(events.at(-1)).toMatchObject({ action: 'filing_accepted', toState: null, detail: { amended: true } });
      for (const command of [rejectFiling, amended]) expect(codeOf(after, command)).toBe('invalid_transition');
      expect(codeOf(record, submitFiling)).toBe('invalid_transition');
    }
    expect(playAll(atCourt, [heard, amended, judged]).state).toBe('judgment_entered');
  });

  test("can't replace a paper that was filed earlier, and its attorney can neither reject it nor request changes", () => {
    const record = playAll(atCourt, [sendSummons, amended]);
    expect(codeOf(record, attach('filing', 'other', ['doc_filing-paper']))).toBe('filed_stays');
    for (const decision of ['reject', 'request_changes'] as const)
      expect(codeOf(record, review(decision, []))).toBe('invalid_transition');
    const replaced = playAll(record, [attach('filing', 'better', ['doc_amended'])]);
    expect(hashesOf(replaced, 'filing').slice(1)).toEqual(['better']);
  });
});

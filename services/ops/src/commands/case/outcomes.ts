import { type JudgmentFacts, type JudgmentManner, judgmentManners, judgmentOutcomes } from '@evict/case-model';
import { command } from '../../definition.ts';
import {
  caseField,
  centsField,
  correctionReason,
  dayField,
  futureFaults,
  optional,
  reasonField,
  sourceField,
  wordField,
} from '../../fields.ts';
import { loadLiveCase, operate } from '../../operate.ts';
import { withValues } from '../../with-values.ts';

// Outcomes of the court, as attorneys report them. Operators record them on somebody's word, the attorney's by default.

const recordHearing = command({
  summary: 'Records the date of a hearing: the first, a continuance, or one after a judgment that was vacated.',
  example: 'record-hearing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --date 2026-08-12 --on-word-of court',
  positionals: ['id'],
  fields: { id: caseField, date: dayField('the day'), reason: reasonField, 'on-word-of': sourceField },
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, date, reason, 'on-word-of': onWordOf = 'attorney' }) {
    const outcome = { type: 'hearing_scheduled', date } as const;
    return operate(context, await loadLiveCase(context, id), { kind: 'outcome', outcome }, { reason, onWordOf });
  },
});

const judgmentFields = {
  date: optional(dayField('the day of the judgment')),
  manner: optional(wordField(judgmentManners, 'how it was entered')),
  prejudice: optional(wordField(['with', 'without'], 'of a dismissal: whether the claim is barred')),
  'amount-cents': optional(centsField('awarded, without costs')),
  'costs-cents': optional(centsField('the costs awarded')),
};

interface Given {
  date?: string | undefined;
  manner?: JudgmentManner | undefined;
  prejudice?: 'with' | 'without' | undefined;
  'amount-cents'?: number | undefined;
  'costs-cents'?: number | undefined;
}

function factsOf({ date, manner, prejudice, 'amount-cents': amountCents, 'costs-cents': costsCents }: Given): JudgmentFacts {
  const withPrejudice = prejudice === undefined ? undefined : prejudice === 'with';
  return withValues({ date, manner, withPrejudice, amountCents, costsCents });
}

const recordJudgment = command({
  summary: 'Records a judgment with the facts that were reported of it; what was not stays open.',
  example:
    'record-judgment case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --outcome plaintiff --date 2026-08-12 --manner default --amount-cents 140000 --costs-cents 6500',
  positionals: ['id'],
  fields: {
    id: caseField,
    outcome: wordField(judgmentOutcomes, 'for whom, or a dismissal'),
    ...judgmentFields,
    reason: reasonField,
    'on-word-of': sourceField,
  },
  check: ({ date }) => futureFaults('--date', date),
  writes: ({ id, outcome }) => ({ subject: id, detail: { outcome } }),
  needsTemporal: true,
  async run(context, { id, outcome: result, reason, 'on-word-of': onWordOf = 'attorney', ...given }) {
    const outcome = { type: 'judgment', outcome: result, ...factsOf(given) } as const;
    return operate(context, await loadLiveCase(context, id), { kind: 'outcome', outcome }, { reason, onWordOf });
  },
});

const correctHearing = command({
  summary: 'Puts right the date of the hearing on record. The customer is notified.',
  example:
    'correct-hearing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --date 2026-08-13 --reason "The order names the 13th."',
  positionals: ['id'],
  fields: { id: caseField, date: dayField('the day'), reason: correctionReason, 'on-word-of': sourceField },
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, date, reason, 'on-word-of': onWordOf = 'attorney' }) {
    return operate(context, await loadLiveCase(context, id), { kind: 'correct_hearing', date }, { reason, onWordOf });
  },
});

const correctJudgment = command({
  summary: 'Puts right facts of the judgment on record; its outcome stays. The customer is notified.',
  example:
    'correct-judgment case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --amount-cents 120000 --reason "Two digits were transposed."',
  positionals: ['id'],
  fields: { id: caseField, ...judgmentFields, reason: correctionReason, 'on-word-of': sourceField },
  check: ({ date, manner, prejudice, 'amount-cents': amount, 'costs-cents': costs }, faulty) => [
    ...([date, manner, prejudice, amount, costs].every((value) => value === undefined) &&
    Object.keys(judgmentFields).every((name) => !faulty.has(name))
      ? ['--date, --manner, --prejudice, --amount-cents, --costs-cents: One of them is needed.']
      : []),
    ...futureFaults('--date', date),
  ],
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, reason, 'on-word-of': onWordOf = 'attorney', ...given }) {
    const operation = { kind: 'correct_judgment', ...factsOf(given) } as const;
    return operate(context, await loadLiveCase(context, id), operation, { reason, onWordOf });
  },
});

const recordWrit = command({
  summary: 'Records that the writ was requested, also as an alias writ, or issued.',
  example: 'record-writ case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --status issued --on-word-of court',
  positionals: ['id'],
  fields: {
    id: caseField,
    status: wordField(['requested', 'issued'], 'how far it is'),
    reason: reasonField,
    'on-word-of': sourceField,
  },
  writes: ({ id, status }) => ({ subject: id, detail: { status } }),
  needsTemporal: true,
  async run(context, { id, status, reason, 'on-word-of': onWordOf = 'attorney' }) {
    const outcome = { type: status === 'requested' ? 'writ_requested' : 'writ_issued' } as const;
    return operate(context, await loadLiveCase(context, id), { kind: 'outcome', outcome }, { reason, onWordOf });
  },
});

const close = command({
  summary: 'Closes a case; with a cure on record it is resolved. A pending withdrawal is confirmed by `withdraw`.',
  example: 'close case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --dismissed-on 2026-08-20 --reason "…"',
  positionals: ['id'],
  fields: {
    id: caseField,
    'dismissed-on': optional(
      dayField('the day on which the court dismissed its case; without it no dismissal is on record'),
    ),
    reason: reasonField,
    'on-word-of': sourceField,
  },
  check: ({ 'dismissed-on': dismissedOn }) => futureFaults('--dismissed-on', dismissedOn),
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, 'dismissed-on': dismissedOn, reason, 'on-word-of': onWordOf = 'attorney' }) {
    const outcome = { type: 'closed', ...(dismissedOn !== undefined && { dismissedOn }) } as const;
    return operate(context, await loadLiveCase(context, id), { kind: 'outcome', outcome }, { reason, onWordOf });
  },
});

export const outcomeCommands = {
  'record-hearing': recordHearing,
  'record-judgment': recordJudgment,
  'correct-hearing': correctHearing,
  'correct-judgment': correctJudgment,
  'record-writ': recordWrit,
  close,
};

import { judgmentFields, judgmentOutcomes, withValues } from '@evict/case-model';
import { dayField, optional, wordField } from '../../fields.ts';
import { optionsOf, valuesOf } from './command-fields.ts';
import { operation } from './operation.ts';

// Outcomes of the court, as attorneys report them. Operators record them on somebody's word, the attorney's by default.

const recordHearing = operation({
  kind: 'outcome',
  summary: 'Records the date of a hearing: the first, a continuance, or one after a judgment that was vacated.',
  example: 'record-hearing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --date 2026-08-12 --on-word-of court',
  fields: { date: dayField('the day') },
  onWordOf: 'attorney',
  body: ({ date }) => ({ kind: 'outcome', outcome: { type: 'hearing_scheduled', date } }),
});

const recordJudgment = operation({
  kind: 'outcome',
  summary: 'Records a judgment with the facts that were reported of it; what was not stays open.',
  example:
    'record-judgment case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --outcome plaintiff --date 2026-08-12 --manner default --amount-cents 140000 --costs-cents 6500',
  fields: { outcome: wordField(judgmentOutcomes, 'for whom, or a dismissal'), ...optionsOf(judgmentFields) },
  onWordOf: 'attorney',
  kept: ['outcome'],
  body: ({ outcome, ...given }) => ({
    kind: 'outcome',
    outcome: { type: 'judgment', outcome, ...withValues(valuesOf(judgmentFields, given)) },
  }),
});

const recordWrit = operation({
  kind: 'outcome',
  summary: 'Records that the writ was requested, also as an alias writ, or issued.',
  example: 'record-writ case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --status issued --on-word-of court',
  fields: { status: wordField(['requested', 'issued'], 'how far it is') },
  onWordOf: 'attorney',
  kept: ['status'],
  body: ({ status }) => ({
    kind: 'outcome',
    outcome: { type: status === 'requested' ? 'writ_requested' : 'writ_issued' },
  }),
});

const close = operation({
  kind: 'outcome',
  summary: 'Closes a case; with a cure on record it is resolved. A pending withdrawal is confirmed by `withdraw`.',
  example: 'close case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --dismissed-on 2026-08-20 --reason "…"',
  fields: {
    'dismissed-on': optional(dayField('the day the court dismissed its case; without it, no dismissal is on record')),
  },
  onWordOf: 'attorney',
  body: ({ 'dismissed-on': dismissedOn }) => ({
    kind: 'outcome',
    outcome: { type: 'closed', ...withValues({ dismissedOn }) },
  }),
});

export const outcomeCommands = {
  'record-hearing': recordHearing,
  'record-judgment': recordJudgment,
  'record-writ': recordWrit,
  close,
};

import { factKinds, isPlatformDeadline } from '@evict/case-model';
import { command } from '../../definition.ts';
import {
  caseField,
  correctionReason,
  dayField,
  futureFaults,
  idField,
  optional,
  reasonField,
  sourceField,
  textField,
  wordField,
} from '../../fields.ts';
import { loadLiveCase, operate } from '../../operate.ts';
import { withValues } from '../../with-values.ts';

// What an attorney reports without a change of state. Operators record it on somebody's word, the attorney's by default.

const deadlineField = idField('deadline', 'DEADLINE_ID', 'the deadline, as `case show` lists it');
const nameField = textField('NAME', 'what it is for, for example payment_due or lockout', 60);
const citationField = textField('TEXT', 'the law, order or agreement that sets it', 200);

const nameFaults = (name: string | undefined) =>
  name !== undefined && isPlatformDeadline(name) ? ['--name: The service uses this name itself.'] : [];

const setDeadline = command({
  summary: 'Adds a deadline that a court, a statute or an agreement sets.',
  example:
    'set-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --name payment_due --date 2026-08-01 --citation "Agreement of 2026-07-15, § 2"',
  positionals: ['id'],
  fields: {
    id: caseField,
    name: nameField,
    date: dayField('the day'),
    citation: citationField,
    reason: reasonField,
    'on-word-of': sourceField,
  },
  check: ({ name }) => nameFaults(name),
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, date, name, citation, reason, 'on-word-of': onWordOf = 'attorney' }) {
    const row = await loadLiveCase(context, id);
    return operate(context, row, { kind: 'set_deadline', name, date, citation }, { reason, onWordOf });
  },
});

const changeDeadline = command({
  summary: 'Puts right a deadline that was added. What it said before stays in the history.',
  example:
    'change-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 ddl_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910 --date 2026-08-03 --reason "The court extended it."',
  positionals: ['id', 'deadline'],
  fields: {
    id: caseField,
    deadline: deadlineField,
    name: optional(nameField),
    date: optional(dayField('the day')),
    citation: optional(citationField),
    reason: correctionReason,
    'on-word-of': sourceField,
  },
  check: ({ name, date, citation }) => [
    ...(name === undefined && date === undefined && citation === undefined
      ? ['--name, --date, --citation: One of them is needed.']
      : []),
    ...nameFaults(name),
  ],
  writes: ({ id, deadline }) => ({ subject: id, detail: { deadline } }),
  needsTemporal: true,
  async run(context, { id, deadline: deadlineId, date, name, citation, reason, 'on-word-of': onWordOf }) {
    const operation = { kind: 'change_deadline', deadlineId, ...withValues({ name, date, citation }) } as const;
    return operate(context, await loadLiveCase(context, id), operation, { reason, onWordOf: onWordOf ?? 'attorney' });
  },
});

const removeDeadline = command({
  summary: 'Removes a deadline that was added. What it said stays in the history.',
  example:
    'remove-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 ddl_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910 --reason "The agreement was performed."',
  positionals: ['id', 'deadline'],
  fields: { id: caseField, deadline: deadlineField, reason: correctionReason, 'on-word-of': sourceField },
  writes: ({ id, deadline }) => ({ subject: id, detail: { deadline } }),
  needsTemporal: true,
  async run(context, { id, deadline: deadlineId, reason, 'on-word-of': onWordOf = 'attorney' }) {
    const row = await loadLiveCase(context, id);
    return operate(context, row, { kind: 'remove_deadline', deadlineId }, { reason, onWordOf });
  },
});

const recordFact = command({
  summary: 'Records what happened outside, such as an answer. It decides nothing.',
  example: 'record-fact case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --kind answer_filed --date 2026-07-28',
  positionals: ['id'],
  fields: {
    id: caseField,
    kind: wordField(factKinds, 'what happened'),
    date: dayField('when it happened'),
    detail: optional(textField('TEXT', 'what else is known; the customer sees it', 1000)),
    reason: reasonField,
    'on-word-of': sourceField,
  },
  check: ({ date }) => futureFaults('--date', date),
  writes: ({ id, kind }) => ({ subject: id, detail: { kind } }),
  needsTemporal: true,
  async run(context, { id, kind: fact, date, detail, reason, 'on-word-of': onWordOf = 'attorney' }) {
    const row = await loadLiveCase(context, id);
    return operate(context, row, { kind: 'record_fact', fact, date, ...withValues({ detail }) }, { reason, onWordOf });
  },
});

export const reportCommands = {
  'set-deadline': setDeadline,
  'change-deadline': changeDeadline,
  'remove-deadline': removeDeadline,
  'record-fact': recordFact,
};

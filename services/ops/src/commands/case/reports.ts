import { factKinds } from '@evict/case-model';
import { dayField, idField, optional, textField, wordField } from '../../fields.ts';
import { withValues } from '../../with-values.ts';
import { operation } from './operation.ts';

// What an attorney reports without a change of state. Operators record it on somebody's word, the attorney's by default.

const deadlineField = idField('deadline', 'DEADLINE_ID', 'the deadline, as `case show` lists it');
const nameField = textField('NAME', 'what it is for, for example payment_due or lockout', 60);
const citationField = textField('TEXT', 'the law, order or agreement that sets it', 200);

const setDeadline = operation({
  kind: 'set_deadline',
  example:
    'set-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --name payment_due --date 2026-08-01 --citation "Agreement of 2026-07-15, § 2"',
  fields: { name: nameField, date: dayField('the day'), citation: citationField },
  onWordOf: 'attorney',
  body: (deadline) => ({ kind: 'set_deadline', ...deadline }),
});

const changeDeadline = operation({
  kind: 'change_deadline',
  example:
    'change-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 ddl_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910 --date 2026-08-03 --reason "The court extended it."',
  target: 'deadline',
  fields: {
    deadline: deadlineField,
    name: optional(nameField),
    date: optional(dayField('the day')),
    citation: optional(citationField),
  },
  isCorrection: true,
  onWordOf: 'attorney',
  detail: ({ deadline }) => ({ deadline }),
  body: ({ deadline: deadlineId, ...given }) => ({ kind: 'change_deadline', deadlineId, ...withValues(given) }),
});

const removeDeadline = operation({
  kind: 'remove_deadline',
  example:
    'remove-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 ddl_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910 --reason "The agreement was performed."',
  target: 'deadline',
  fields: { deadline: deadlineField },
  isCorrection: true,
  onWordOf: 'attorney',
  detail: ({ deadline }) => ({ deadline }),
  body: ({ deadline: deadlineId }) => ({ kind: 'remove_deadline', deadlineId }),
});

const recordFact = operation({
  kind: 'record_fact',
  example: 'record-fact case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --kind answer_filed --date 2026-07-28',
  fields: {
    kind: wordField(factKinds, 'what happened'),
    date: dayField('when it happened'),
    detail: optional(textField('TEXT', 'what else is known; the customer sees it', 1000)),
  },
  onWordOf: 'attorney',
  detail: ({ kind }) => ({ kind }),
  body: ({ kind: fact, date, detail }) => ({ kind: 'record_fact', fact, date, ...withValues({ detail }) }),
});

export const reportCommands = {
  'set-deadline': setDeadline,
  'change-deadline': changeDeadline,
  'remove-deadline': removeDeadline,
  'record-fact': recordFact,
};

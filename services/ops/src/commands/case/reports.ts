import { reportOf } from './command-fields.ts';
import { operation } from './operation.ts';

// What an attorney reports without a change of state. Operators record it on somebody's word, the attorney's by default.

export const reportCommands = {
  'set-deadline': operation({
    ...reportOf('set_deadline'),
    example:
      'set-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --name payment_due --date 2026-08-01 --citation "Agreement of 2026-07-15, § 2"',
    onWordOf: 'attorney',
  }),
  'change-deadline': operation({
    ...reportOf('change_deadline'),
    example:
      'change-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 ddl_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910 --date 2026-08-03 --reason "The court extended it."',
    isCorrection: true,
    onWordOf: 'attorney',
  }),
  'remove-deadline': operation({
    ...reportOf('remove_deadline'),
    example:
      'remove-deadline case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 ddl_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910 --reason "The agreement was performed."',
    isCorrection: true,
    onWordOf: 'attorney',
  }),
  'record-fact': operation({
    ...reportOf('record_fact'),
    example: 'record-fact case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --kind answer_filed --date 2026-07-28',
    onWordOf: 'attorney',
  }),
};

import { reportOf } from './command-fields.ts';
import { operation } from './operation.ts';

export const courtCommands = {
  'record-filing': operation({
    ...reportOf('record_filing'),
    example:
      'record-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --status rejected --rejection "party_name:The name is not that of the deed."',
    onWordOf: 'attorney',
  }),
  'correct-filing': operation({
    ...reportOf('correct_filing'),
    example:
      'correct-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 fil_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f --case-number D-06-CV-26-002 --reason "The last digit was wrong."',
    isCorrection: true,
    onWordOf: 'attorney',
  }),
  'rework-filing': operation({
    ...reportOf('rework_filing'),
    example: 'rework-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --reason "…"',
  }),
};

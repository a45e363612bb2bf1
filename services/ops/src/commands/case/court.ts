import { rejectionCodes } from '@evict/case-model';
import { list, oneOf, record, text } from '@evict/contract/fields';
import { idField, optional, textField, wordField } from '../../fields.ts';
import { withValues } from '../../with-values.ts';
import { operation } from './operation.ts';

const statuses = ['submitted', 'accepted', 'rejected'] as const;

const recordFiling = operation({
  kind: 'record_filing',
  example:
    'record-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --status rejected --rejection "party_name:The name is not that of the deed."',
  fields: {
    status: wordField(statuses, 'how far it is'),
    envelope: optional(textField('E', "the court's number of the envelope", 200)),
    'case-number': optional(textField('N', "the court's number of the case, of accepted", 200)),
    rejection: {
      schema: list(record({ code: oneOf(rejectionCodes), description: text({ min: 1, max: 5000 }) }), {
        max: 50,
      }).optional(),
      value: 'CODE:TEXT',
      help: `the court's reasons, for rejected; CODE is one of ${rejectionCodes.join(', ')}`,
      many: true,
      read(given: string) {
        const [code = '', ...rest] = given.split(':');
        return { code: code.trim(), description: rest.join(':').trim() };
      },
    },
  },
  onWordOf: 'attorney',
  detail: ({ status }) => ({ status }),
  body: ({ status, envelope: envelopeId, 'case-number': courtCaseNumber, rejection: rejectionReasons }) => ({
    kind: 'record_filing',
    status,
    ...withValues({ envelopeId, courtCaseNumber, rejectionReasons }),
  }),
});

const correctFiling = operation({
  kind: 'correct_filing',
  example:
    'correct-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 fil_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f --case-number D-06-CV-26-002 --reason "The last digit was wrong."',
  target: 'filing',
  fields: {
    filing: idField('filing', 'FILING_ID', 'the filing, as `case show` lists it'),
    envelope: optional(textField('E', "the court's number of the envelope", 200)),
    'case-number': optional(textField('N', "the court's number of the case, of an accepted filing", 200)),
  },
  isCorrection: true,
  onWordOf: 'attorney',
  detail: ({ filing }) => ({ filing }),
  body: ({ filing: filingId, envelope: envelopeId, 'case-number': courtCaseNumber }) => ({
    kind: 'correct_filing',
    filingId,
    ...withValues({ envelopeId, courtCaseNumber }),
  }),
});

export const courtCommands = {
  'record-filing': recordFiling,
  'correct-filing': correctFiling,
  'rework-filing': operation({
    kind: 'rework_filing',
    example: 'rework-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --reason "…"',
    fields: {},
    body: () => ({ kind: 'rework_filing' }),
  }),
};

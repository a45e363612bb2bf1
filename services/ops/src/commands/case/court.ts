import type { RejectionCode } from '@evict/case-model';
import { list, oneOf, record, text } from '@evict/contract/fields';
import { command } from '../../definition.ts';
import { caseField, optional, textField, wordField } from '../../fields.ts';
import { loadLiveCase, operate } from '../../operate.ts';
import { plain } from './engagement.ts';

const statuses = ['submitted', 'accepted', 'rejected'] as const;

const rejectionCodes = Object.keys({
  missing_information: true,
  party_name: true,
  wrong_court: true,
  missing_document: true,
  fee: true,
  signature: true,
  other: true,
} satisfies Record<RejectionCode, true>) as RejectionCode[];

const recordFiling = command({
  summary: 'Records the filing with the court, as the attorney reports it.',
  example:
    'record-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --status rejected --reason "party_name:The name is not that of the deed."',
  positionals: ['id'],
  fields: {
    id: caseField,
    status: wordField(statuses, 'how far it is'),
    envelope: optional(textField('E', "the court's number of the envelope", 200)),
    'case-number': optional(textField('N', "the court's number of the case, of accepted", 200)),
    reason: {
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
  check({ status, 'case-number': caseNumber, reason }) {
    if (status === undefined) return [];
    return [
      ...(caseNumber !== undefined && status !== 'accepted' ? ['--case-number: Belongs to --status accepted.'] : []),
      ...(reason !== undefined && status !== 'rejected' ? ['--reason: Belongs to --status rejected.'] : []),
    ];
  },
  writes: ({ id, status }) => ({ subject: id, detail: { status } }),
  needsTemporal: true,
  async run(context, { id, status, envelope: envelopeId, 'case-number': courtCaseNumber, reason: reasons }) {
    const row = await loadLiveCase(context, id);
    const codes = [...new Set(reasons?.map(({ code }) => code))];
    const operation = { kind: 'record_filing', status, rejectionCodes: codes } as const;
    return operate(context, row, operation, { envelopeId, courtCaseNumber, rejectionReasons: reasons });
  },
});

export const courtCommands = {
  'record-filing': recordFiling,
  'rework-filing': plain(
    'rework-filing',
    { kind: 'rework_filing' },
    'Sends a filing that the court returned back to review: it takes a new approval.',
  ),
};

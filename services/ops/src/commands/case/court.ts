import { rejectionCodes } from '@evict/case-model';
import { list, oneOf, record, text } from '@evict/contract/fields';
import { command } from '../../definition.ts';
import { Refused } from '../../failures.ts';
import {
  caseField,
  correctionReason,
  idField,
  optional,
  reasonField,
  sourceField,
  textField,
  wordField,
} from '../../fields.ts';
import { loadLiveCase, operate } from '../../operate.ts';
import { withValues } from '../../with-values.ts';
import { plain } from './engagement.ts';

const statuses = ['submitted', 'accepted', 'rejected'] as const;

const recordFiling = command({
  summary: 'Records the filing with the court, as the attorney reports it.',
  example:
    'record-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --status rejected --rejection "party_name:The name is not that of the deed."',
  positionals: ['id'],
  fields: {
    id: caseField,
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
    reason: reasonField,
    'on-word-of': sourceField,
  },
  check({ status, 'case-number': caseNumber, rejection }) {
    if (status === undefined) return [];
    return [
      ...(caseNumber !== undefined && status !== 'accepted' ? ['--case-number: Belongs to --status accepted.'] : []),
      ...(rejection !== undefined && status !== 'rejected' ? ['--rejection: Belongs to --status rejected.'] : []),
    ];
  },
  writes: ({ id, status }) => ({ subject: id, detail: { status } }),
  needsTemporal: true,
  async run(context, { id, status, envelope: envelopeId, 'case-number': courtCaseNumber, ...rest }) {
    const { rejection: rejectionReasons, reason, 'on-word-of': onWordOf = 'attorney' } = rest;
    const row = await loadLiveCase(context, id);
    if (status !== 'submitted' && envelopeId !== undefined) {
      const known = row.record?.filings.at(-1)?.envelopeId ?? envelopeId;
      if (known !== envelopeId) throw new Refused('guard_failed', otherEnvelope);
    }
    const numbers = withValues({ envelopeId, courtCaseNumber, rejectionReasons });
    return operate(context, row, { kind: 'record_filing', status, ...numbers }, { reason, onWordOf });
  },
});

const otherEnvelope = 'The filing was submitted under another envelope: put that right with case correct-filing.';

const correctFiling = command({
  summary: 'Puts right numbers of a filing that were reported wrong. The customer is notified.',
  example:
    'correct-filing case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 fil_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f --case-number D-06-CV-26-002 --reason "The last digit was wrong."',
  positionals: ['id', 'filing'],
  fields: {
    id: caseField,
    filing: idField('filing', 'FILING_ID', 'the filing, as `case show` lists it'),
    envelope: optional(textField('E', "the court's number of the envelope", 200)),
    'case-number': optional(textField('N', "the court's number of the case, of an accepted filing", 200)),
    reason: correctionReason,
    'on-word-of': sourceField,
  },
  check: ({ envelope, 'case-number': caseNumber }) =>
    envelope === undefined && caseNumber === undefined ? ['--envelope, --case-number: One of them is needed.'] : [],
  writes: ({ id, filing }) => ({ subject: id, detail: { filing } }),
  needsTemporal: true,
  async run(context, { id, filing: filingId, envelope: envelopeId, 'case-number': courtCaseNumber, reason, ...rest }) {
    const { 'on-word-of': onWordOf = 'attorney' } = rest;
    const numbers = withValues({ envelopeId, courtCaseNumber });
    const row = await loadLiveCase(context, id);
    return operate(context, row, { kind: 'correct_filing', filingId, ...numbers }, { reason, onWordOf });
  },
});

export const courtCommands = {
  'record-filing': recordFiling,
  'correct-filing': correctFiling,
  'rework-filing': plain(
    'rework-filing',
    { kind: 'rework_filing' },
    'Sends a filing that the court returned back to review: it takes a new approval.',
  ),
};

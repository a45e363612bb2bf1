import { type Casework, serviceMethods } from '@evict/case-model';
import { integer } from '@evict/contract/fields';
import { dateOf } from '@evict/jurisdictions';
import { command } from '../../definition.ts';
import {
  caseField,
  correctionReason,
  dayField,
  flagField,
  idField,
  optional,
  sourceField,
  textField,
  wordField,
} from '../../fields.ts';
import { loadLiveCase, operate } from '../../operate.ts';
import { withValues } from '../../with-values.ts';
import { plain } from './engagement.ts';

type RecordService = Extract<Casework, { kind: 'record_service' }>;

const stages = ['notice', 'summons'] as const satisfies readonly RecordService['stage'][];
const statuses = ['pending', 'served', 'failed'] as const;

const recordService = command({
  summary: 'Records service, as the attorney reports it: sent out, served, or failed.',
  example:
    'record-service case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --stage notice --status served --method personal --date 2026-07-02 --expires 2026-07-16 --citation "Md. Code, Real Prop. § 8-401"',
  positionals: ['id'],
  fields: {
    id: caseField,
    stage: wordField(stages, 'what is served'),
    status: wordField(statuses, 'how far it is'),
    method: wordField(serviceMethods, 'how it is served'),
    party: optional({
      schema: integer({ min: 0, max: 19 }),
      value: 'N',
      help: 'the defendant, by index in the parties; without it everyone whom service has to reach',
      read: Number,
    }),
    date: optional(dayField('the day of service, required for served')),
    expires: optional(dayField('the last day of the notice period, required for a served notice')),
    citation: optional(textField('TEXT', 'the law that sets it, with --expires', 200)),
    'rest-not-needed': flagField('of served: nobody else has to be served'),
    reason: optional(textField('TEXT', 'for the audit trail; of failed, why, kept with the attempt', 5000)),
    'on-word-of': sourceField,
  },
  check({ stage, status, date, expires, citation, 'rest-not-needed': isRest = false }, faulty) {
    const faults: string[] = [];
    const isMissing = (name: string, value: string | undefined) => value === undefined && !faulty.has(name);
    const fault = (is: boolean, text: string) => is && faults.push(text);
    const isKnown = stage !== undefined && status !== undefined;
    const isServedNotice = stage === 'notice' && status === 'served';
    fault(status === 'served' && isMissing('date', date), '--date: Is required with --status served.');
    fault(isServedNotice && isMissing('expires', expires), '--expires: Is required for a served notice.');
    fault(isServedNotice && isMissing('citation', citation), '--citation: Is required for a served notice.');
    fault(isKnown && !isServedNotice && expires !== undefined, '--expires: Belongs to a served notice.');
    fault(isKnown && !isServedNotice && citation !== undefined, '--citation: Belongs to a served notice.');
    fault(status !== undefined && status !== 'served' && date !== undefined, '--date: Belongs to --status served.');
    fault(status !== undefined && status !== 'served' && isRest, '--rest-not-needed: Belongs to --status served.');
    // No covered place is ahead of UTC.
    fault(date !== undefined && date > dateOf(Date.now()), '--date: Must not be after today.');
    fault(date !== undefined && expires !== undefined && expires < date, '--expires: Must not be before --date.');
    return faults;
  },
  writes: ({ id, stage, status }) => ({ subject: id, detail: { stage, status } }),
  needsTemporal: true,
  async run(context, { id, stage, status, method, party: partyIndex, date = null, expires = null, ...rest }) {
    const { citation, reason, 'rest-not-needed': isRest = false, 'on-word-of': onWordOf = 'attorney' } = rest;
    const row = await loadLiveCase(context, id);
    const given = {
      ...(partyIndex !== undefined && { partyIndex }),
      ...(isRest && ({ restNotNeeded: true } as const)),
    };
    const failureReason = status === 'failed' ? reason : undefined;
    const operation = { kind: 'record_service', stage, status, method, ...given, date, expires } as const;
    return operate(context, row, { ...operation, ...withValues({ citation, failureReason }) }, { reason, onWordOf });
  },
});

const correctService = command({
  summary: 'Puts right or takes back a service. State and deadlines follow, and the customer is notified.',
  example:
    'correct-service case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 att_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910 --expires 2026-07-17 --reason "Counted from the wrong day."',
  positionals: ['id', 'attempt'],
  fields: {
    id: caseField,
    attempt: idField('serviceAttempt', 'ATTEMPT_ID', 'the attempt, as `case show` lists it'),
    date: optional(dayField('the day of service')),
    expires: optional(dayField('the last day of the notice period, of a notice')),
    citation: optional(textField('TEXT', 'the law that sets it, of a notice', 200)),
    void: flagField('paper or service was defective: the service no longer counts; alone'),
    'rest-not-needed': flagField('nobody else has to be served; alone'),
    reason: correctionReason,
    'on-word-of': sourceField,
  },
  check({ date, expires, citation, void: isVoid = false, 'rest-not-needed': isRest = false }) {
    const isDated = date !== undefined || expires !== undefined || citation !== undefined;
    const kinds = [isDated, isVoid, isRest].filter(Boolean).length;
    return [
      ...(kinds === 0 ? ['--date, --expires, --citation, --void, --rest-not-needed: One of them is needed.'] : []),
      ...(kinds > 1 ? ['--void, --rest-not-needed: Each stands alone.'] : []),
      ...(date !== undefined && date > dateOf(Date.now()) ? ['--date: Must not be after today.'] : []),
    ];
  },
  writes: ({ id, attempt }) => ({ subject: id, detail: { attempt } }),
  needsTemporal: true,
  async run(context, { id, attempt: attemptId, date = null, expires = null, citation, reason, ...alone }) {
    const { void: isVoid = false, 'rest-not-needed': isRest = false, 'on-word-of': onWordOf = 'attorney' } = alone;
    const operation = {
      kind: 'correct_service',
      attemptId,
      date,
      expires,
      ...withValues({ citation }),
      ...(isVoid && ({ voided: true } as const)),
      ...(isRest && ({ restNotNeeded: true } as const)),
    } as const;
    return operate(context, await loadLiveCase(context, id), operation, { reason, onWordOf });
  },
});

export const serviceCommands = {
  'record-service': recordService,
  'correct-service': correctService,
  cure: plain('cure', { kind: 'cure' }, 'Records that the tenant cured: the case is resolved.'),
  'expire-notice': plain('expire-notice', { kind: 'expire_notice' }, 'Ends the notice period: the filing is reviewed.'),
};

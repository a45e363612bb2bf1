import { serviceMethods, type ServiceStage, withValues } from '@evict/case-model';
import { integer } from '@evict/contract/fields';
import { dayField, flagField, idField, optional, textField, wordField } from '../../fields.ts';
import { reportOf } from './command-fields.ts';
import { operation } from './operation.ts';

const stages = ['notice', 'summons'] as const satisfies readonly ServiceStage[];
const statuses = ['pending', 'served', 'failed'] as const;

const recordService = operation({
  kind: 'record_service',
  example:
    'record-service case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --stage notice --status served --method personal --date 2026-07-02 --expires 2026-07-16 --citation "Md. Code, Real Prop. § 8-401"',
  fields: {
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
  },
  onWordOf: 'attorney',
  kept: ['stage', 'status'],
  body: ({ stage, status, method, party: partyIndex, date = null, expires = null, citation, ...rest }, reason) => ({
    kind: 'record_service',
    stage,
    status,
    method,
    date,
    expires,
    // Why it failed is kept with the attempt too.
    ...withValues({ partyIndex, citation, failureReason: status === 'failed' ? reason : undefined }),
    ...(rest['rest-not-needed'] === true && { restNotNeeded: true }),
  }),
});

const correctService = operation({
  kind: 'correct_service',
  example:
    'correct-service case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 att_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910 --expires 2026-07-17 --reason "Counted from the wrong day."',
  target: 'attempt',
  fields: {
    attempt: idField('serviceAttempt', 'ATTEMPT_ID', 'the attempt, as `case show` lists it'),
    date: optional(dayField('the day of service')),
    expires: optional(dayField('the last day of the notice period, of a notice')),
    citation: optional(textField('TEXT', 'the law that sets it, of a notice', 200)),
    void: flagField('paper or service was defective: the service no longer counts; alone'),
    'rest-not-needed': flagField('nobody else has to be served; alone'),
  },
  isCorrection: true,
  onWordOf: 'attorney',
  kept: ['attempt'],
  body: ({ attempt: attemptId, date = null, expires = null, citation, void: isVoid, ...rest }) => ({
    kind: 'correct_service',
    attemptId,
    date,
    expires,
    ...withValues({ citation }),
    ...(isVoid === true && { voided: true }),
    ...(rest['rest-not-needed'] === true && { restNotNeeded: true }),
  }),
});

export const serviceCommands = {
  'record-service': recordService,
  'correct-service': correctService,
  cure: operation({
    ...reportOf('cure'),
    example: 'cure case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --reason "…"',
  }),
  'expire-notice': operation({
    ...reportOf('expire_notice'),
    example: 'expire-notice case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --reason "…"',
  }),
};

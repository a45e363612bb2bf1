import { reportedHoldReasons } from '@evict/case-model';
import { findAttorney, isEligible } from '@evict/store/attorneys';
import { recordOperatorEvent } from '@evict/store/cases';
import { listFailedMails, reopenFailedMails } from '@evict/store/mails';
import { type Command, command } from '../../definition.ts';
import { Refused } from '../../failures.ts';
import {
  attorneyField,
  caseField,
  dayField,
  futureFaults,
  optional,
  reasonField,
  sourceField,
  wordField,
} from '../../fields.ts';
import { loadCase, loadLiveCase, operate, type Operation, shown } from '../../operate.ts';
import { wakeOutboxes } from '../../wake-outboxes.ts';

const assign = command({
  summary: 'Assigns a case to an attorney, in place of an earlier one if there is one.',
  example: 'assign case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --attorney usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  positionals: ['id'],
  fields: { id: caseField, attorney: { ...attorneyField, help: 'the new attorney' }, reason: reasonField },
  writes: ({ id, attorney }) => ({ subject: id, detail: { attorney } }),
  needsTemporal: true,
  async run(context, { id, attorney: attorneyId, reason }) {
    const row = await loadLiveCase(context, id);
    if (!(await findAttorney(context.store, attorneyId))) throw new Refused('not_found', 'There is no such attorney.');
    const eligible = await isEligible(context.store, attorneyId, row.jurisdiction);
    return operate(context, row, { kind: 'assign', attorneyId, eligible }, { reason });
  },
});

const hold = command({
  summary: 'Stops a live case until it is resumed.',
  example: 'hold case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --kind bankruptcy --reason "…"',
  positionals: ['id'],
  fields: {
    id: caseField,
    kind: optional(wordField(reportedHoldReasons, 'the reason that the customer sees')),
    until: optional(dayField('when it is expected to go on; it does not go on by itself')),
    reason: reasonField,
    'on-word-of': sourceField,
  },
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, kind, until, reason, 'on-word-of': onWordOf }) {
    const shownReason = { ...(kind !== undefined && { reason: kind }), ...(until !== undefined && { until }) };
    return operate(context, await loadLiveCase(context, id), { kind: 'hold', ...shownReason }, { reason, onWordOf });
  },
});

const withdraw = command({
  summary: 'Confirms a withdrawal for an attorney who cannot, or withdraws a case held without one.',
  example: 'withdraw case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --dismissed-on 2026-08-20 --reason "…"',
  positionals: ['id'],
  fields: {
    id: caseField,
    'dismissed-on': optional(
      dayField('the day on which the court dismissed its case; without it no dismissal is on record'),
    ),
    reason: reasonField,
    'on-word-of': sourceField,
  },
  check: ({ 'dismissed-on': dismissedOn }) => futureFaults('--dismissed-on', dismissedOn),
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, 'dismissed-on': dismissedOn, reason, 'on-word-of': onWordOf }) {
    const operation = { kind: 'confirm_withdrawal', ...(dismissedOn !== undefined && { dismissedOn }) } as const;
    return operate(context, await loadLiveCase(context, id), operation, { reason, onWordOf });
  },
});

const retryStep = command({
  summary: 'Retries the failed step of a case, also of a test case, and resends its failed mails.',
  example: 'retry-step case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  positionals: ['id'],
  fields: { id: caseField, reason: reasonField },
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, reason }) {
    const row = await loadCase(context, id);
    const mails = await listFailedMails(context.store, id);
    // Before the case stops asking for attention: if this is interrupted, the outbox worker sends them.
    await reopenFailedMails(context.store, mails);
    const result = await operate(context, row, { kind: 'retry_step' }, { reason }).catch(async (error: unknown) => {
      // The case has no failed step or is finished; its mails can be resent nevertheless.
      if (mails.length === 0 || !(error instanceof Refused)) throw error;
      const { operator } = context;
      await recordOperatorEvent(context.store, { caseId: id, operator, command: 'retry_step', reason });
      return shown(row);
    });
    if (mails.length > 0) await wakeOutboxes(context, { mail: true });
    return result;
  },
});

export const engagementCommands = {
  assign,
  hold,
  resume: plain('resume', { kind: 'resume' }, "Lets a held case go on, on the attorney's word."),
  withdraw,
  'retry-step': retryStep,
};

/** A command without parameters except a reason, and on whose word it is. */
export function plain(name: string, operation: Operation, summary: string): Command {
  return command({
    summary,
    example: `${name} case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --reason "…"`,
    positionals: ['id'],
    fields: { id: caseField, reason: reasonField, 'on-word-of': sourceField },
    writes: ({ id }) => ({ subject: id }),
    needsTemporal: true,
    async run(context, { id, reason, 'on-word-of': onWordOf }) {
      return operate(context, await loadLiveCase(context, id), operation, { reason, onWordOf });
    },
  });
}

import { commands, reportedHoldReasons, withValues } from '@evict/case-model';
import { findAttorney } from '@evict/store/attorneys';
import { recordOperatorEvent } from '@evict/store/cases';
import { listFailedMails, reopenFailedMails } from '@evict/store/mails';
import { command } from '../../definition.ts';
import { Refused } from '../../failures.ts';
import { attorneyField, caseField, dayField, optional, reasonField, wordField } from '../../fields.ts';
import { loadCase, loadLiveCase, operate, shown } from '../../operate.ts';
import { wakeOutboxes } from '../../wake-outboxes.ts';
import { reportOf } from './command-fields.ts';
import { operation } from './operation.ts';

const assign = command({
  summary: commands.assign.description,
  example: 'assign case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --attorney usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  positionals: ['id'],
  fields: { id: caseField, attorney: { ...attorneyField, help: 'the new attorney' }, reason: reasonField },
  writes: ({ id, attorney }) => ({ subject: id, detail: { attorney } }),
  needsTemporal: true,
  async run(context, { id, attorney: attorneyId, reason }) {
    const row = await loadLiveCase(context, id);
    if (!(await findAttorney(context.store, attorneyId))) throw new Refused('not_found', 'There is no such attorney.');
    return operate(context, row, { kind: 'assign', attorneyId }, { reason });
  },
});

const hold = operation({
  kind: 'hold',
  example: 'hold case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --kind bankruptcy --reason "…"',
  fields: {
    kind: optional(wordField(reportedHoldReasons, 'the reason that the customer sees')),
    until: optional(dayField('when it is expected to go on; it does not go on by itself')),
  },
  body: ({ kind: reason, until }) => ({ kind: 'hold', ...withValues({ reason, until }) }),
});

const retryStep = command({
  summary: commands.retry_step.description,
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
  // Operators do this on their own word, unless they say otherwise.
  resume: operation({ ...reportOf('resume'), onWordOf: undefined }),
  'retry-step': retryStep,
};

import {
  asGiven,
  type AuthorizedCommand,
  caseRetention,
  type CaseRecord,
  type Command,
  commandAuthorities,
  decide,
  type Mode,
  newCase,
  type NewDocument,
  sameJson,
  type Transition,
  type TransitionResult,
} from '@evict/case-model';
import { isEligibleNow } from '../../attorneys/attorneys.ts';
import { isMailFailure } from '../../mails/case-mail-failures.ts';
import type { Transaction } from '../../database/transactions.ts';
import { type CommandText, findWrittenCommand } from './written-commands.ts';

/** What the row of the case says, under its lock. */
export interface CaseOnFile {
  organizationId: string;
  mode: Mode;
  jurisdiction: string;
  sequence: number;
  factsVersion: number;
  record: CaseRecord | null;
  /** Since the last change of the row, by the database's clock. */
  idleDays: number;
}

/** What a transition is recorded with; or what becomes of it instead, where it is refused or was recorded before. */
export type Verdict = { isValid: true; text: CommandText } | { isValid: false; result: TransitionResult };

/** Whatever is configured: nothing is withdrawn for idleness before. */
const leastIdleDays = Math.min(caseRetention.idle_drafts.days, caseRetention.idle_sandbox.days);

/**
 * Decides a transition anew, on the record of the database and on what the author of the command wrote there, and
 * compares. The workflow only proposes: one that was started by somebody else, or told something by somebody else, gets
 * nothing recorded that the service would not have done by itself.
 */
export async function verifyTransition(
  transaction: Transaction,
  transition: Transition,
  row: CaseOnFile,
): Promise<Verdict> {
  const { caseId, events, record, caseTime, drawnIds } = transition;
  const text = await authorizedText(transaction, transition);
  if (text === null) return invalid({ ok: false, code: 'unauthorized' });
  // Restored from a time before the log of events: the record that goes with the log is the workflow's.
  const first = events[0]?.sequence ?? record.sequence + 1;
  if (row.sequence !== first - 1) return { isValid: true, text };

  const { organizationId, mode } = row;
  const base = row.record ?? newCase({ caseId, organizationId, mode }, record.restingSince);
  if (events.length === 0 && row.record && sameJson(base, record)) return invalid({ ok: true });
  const wellFounded = await withFacts(transaction, transition, row);
  if (!wellFounded) return invalid({ ok: false, code: 'guard_failed', record: base });
  const ids = drawnIds.values();
  const decision = decide(base, wellFounded, { now: caseTime, uuid: () => ids.next().value ?? '' });
  if (!decision.ok) return invalid({ ok: false, code: decision.code, record: base });
  const same = sameJson(decision.events, events) && sameJson(decision.next, record);
  return same ? { isValid: true, text } : invalid({ ok: false, code: 'behind', record: base });
}

function invalid(result: TransitionResult): Verdict {
  return { isValid: false, result };
}

/** The free text of the command; null where a command that needs an author has none who says the same. */
async function authorizedText(
  transaction: Transaction,
  { caseId, command, commandId }: Transition,
): Promise<CommandText | null> {
  const authority = commandAuthorities[command.kind];
  if (authority === null) return {};
  // A kind that there is not, which only somebody else's program sends.
  if (authority === undefined || commandId === undefined) return null;
  const written = await findWrittenCommand(transaction, authority, { id: commandId, caseId });
  if (!written || !sameJson(written.content, asGiven(command as AuthorizedCommand))) return null;
  return written.text;
}

/** The command with what the database says to it now; null where it does not bear the command out. */
async function withFacts(
  transaction: Transaction,
  { caseId, command, commandId, factsVersion, documents = [] }: Transition,
  { jurisdiction, factsVersion: newest, idleDays }: CaseOnFile,
): Promise<Command | null> {
  const isAttorneyEligible = (id: string) => isEligibleNow(transaction, id, jurisdiction);
  switch (command.kind) {
    case 'review':
      if (command.decision === 'approve' && factsVersion === undefined) return null;
      return {
        ...command,
        eligible: await isAttorneyEligible(command.attorneyId),
        otherHashes: await currentHashes(transaction, caseId),
      };
    case 'outcome':
    case 'assign':
      return { ...command, eligible: await isAttorneyEligible(command.attorneyId) };
    case 'engage':
      return (await isAttorneyEligible(command.attorneyId)) ? command : null;
    case 'submit':
      return factsVersion === newest && command.submission.factsVersion === newest ? command : null;
    case 'evidence_added':
    case 'summary_made':
      return command.factsVersion <= newest ? command : null;
    case 'attach':
      return sameJson(documents.map(withoutRow), [command.document]) ? command : null;
    case 'withdraw_idle':
      return idleDays >= leastIdleDays ? command : null;
    case 'mail_failed': {
      const { attempt, errorClass } = command;
      const isFact = await isMailFailure(transaction, { id: commandId ?? '', caseId, attempt, errorClass });
      return isFact ? command : null;
    }
    case 'report_cure':
    case 'withdraw':
    case 'record_service':
    case 'record_filing':
    case 'hold':
    case 'resume':
    case 'confirm_withdrawal':
    case 'cure':
    case 'expire_notice':
    case 'rework_filing':
    case 'retry_step':
    case 'end_notice_period':
    case 'documents_made':
    case 'take_step':
    case 'step_failed':
      return command;
  }
}

async function currentHashes(transaction: Transaction, caseId: string): Promise<string[]> {
  const select = { contentHash: true } as const;
  const documents = await transaction.document.findMany({ where: { caseId, superseded: false }, select });
  return documents.map(({ contentHash }) => contentHash);
}

function withoutRow({ id, contentHash, contentType, sizeBytes }: NewDocument) {
  return { id, contentHash, contentType, sizeBytes };
}

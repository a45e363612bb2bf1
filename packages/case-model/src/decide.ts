import type { Author } from './commands/command.ts';
import {
  type AttorneyCommand,
  type Command,
  commandAuthors,
  type CommandKind,
  definitionOf,
  type OperatorCommand,
} from './commands/registry.ts';
import type { FactKind } from './fact-kinds.ts';
import { isSandbox } from './mode.ts';
import { type CaseRecord } from './record.ts';
import { needsDismissal } from './open-work.ts';
import type { RefusalCode } from './refusals.ts';
import { isFinished } from './states.ts';
import { type Context, type Decision, refuse, Turn } from './turn.ts';

/**
 * Decides a command: returns the events and the resulting record, or a refusal as a value. It is pure: the same case,
 * command and context give the same decision.
 */
export function decide(record: CaseRecord, command: Command, context: Context): Decision {
  if (isFinished(record.state) && command.kind !== 'advance' && !completesWithdrawal(record, command))
    return refuse('invalid_transition');
  if (!isOfStaff(command)) {
    // A simulation plays an attorney's reports.
    const turn = new Turn(record, context, command.kind === 'simulate' ? 'attorney' : 'platform');
    return definitionOf(command).decide(turn, command);
  }
  // Sandbox cases are reviewed, served and filed automatically. Operators can only retry a failed step.
  if (isSandbox(record) && command.kind !== 'retry_step') return refuse('invalid_transition');
  if ('operator' in command) {
    // Until a new attorney has accepted, operators can't send anything out, even under a used approval of the earlier
    // attorney.
    if (record.attorneyId !== null && !record.accepted && sendsOut(command)) return refuse('engagement_not_accepted');
    const turn = new Turn(record, context);
    const { operator, onWordOf } = command;
    turn.note('operator_action', turn.author, { operator, ...onRecord(command), onWordOf });
    return definitionOf(command).decide(turn, command);
  }
  const refused = attorneyRefusal(record, command);
  if (refused !== null) return refuse(refused);
  const turn = new Turn(record, context, 'attorney');
  // Reviews and outcomes record their own events.
  if (isCasework(command))
    turn.note('attorney_action', turn.author, { attorneyId: command.attorneyId, ...onRecord(command) });
  return definitionOf(command).decide(turn, command);
}

/**
 * Returns what the audit trail keeps of a command: its kind, reason, name and citation, and the id and hash of an
 * attached document.
 */
function onRecord(command: AttorneyCommand | OperatorCommand): Record<string, unknown> {
  const { reason, failureReason, notes, name, citation } = command as Words;
  const why = command.kind === 'hold' ? notes : (reason ?? failureReason ?? notes);
  const words = { command: command.kind, reason: why, name, citation };
  if (command.kind !== 'attach') return words;
  const { id: documentId, contentHash } = command.document;
  return { ...words, documentId, contentHash };
}

type Words = { readonly [Name in 'reason' | 'failureReason' | 'notes' | 'name' | 'citation']?: string };

/**
 * Whether a command reports the dismissal of a court case that was still open when this case was withdrawn or closed.
 * No other command can change a finished case.
 */
export function completesWithdrawal(record: CaseRecord, command: Pick<Command, 'kind'> & { fact?: FactKind }): boolean {
  const isDismissal = command.kind === 'record_fact' && command.fact === 'dismissed';
  return isDismissal && isFinished(record.state) && needsDismissal(record);
}

/** Whether attorneys or operators can send the command. */
function isOfStaff(command: Command): command is AttorneyCommand | OperatorCommand {
  return isWrittenBy(command, 'attorney') || isWrittenBy(command, 'operator');
}

function isCasework(command: AttorneyCommand): boolean {
  return command.kind !== 'outcome' && isWrittenBy(command, 'operator');
}

function isWrittenBy({ kind }: Command, author: Author): boolean {
  const written: Partial<Record<CommandKind, readonly Author[]>> = commandAuthors;
  return written[kind]?.includes(author) ?? false;
}

/**
 * Returns why this attorney may not act on the case, or null. An attorney who is no longer eligible can still complete
 * a withdrawal.
 */
function attorneyRefusal(record: CaseRecord, command: AttorneyCommand): RefusalCode | null {
  if (record.attorneyId !== command.attorneyId) return 'invalid_transition';
  const confirmsWithdrawal =
    command.kind === 'outcome' && command.outcome.type === 'closed' && record.withdrawal !== null;
  if (confirmsWithdrawal) return null;
  if (!command.eligible) return 'attorney_not_eligible';
  // An attorney who was asked and hasn't accepted yet can only accept or decline.
  return record.accepted || completesWithdrawal(record, command) || decidesOnEngagement(command)
    ? null
    : 'engagement_not_accepted';
}

function sendsOut(command: OperatorCommand): boolean {
  if (command.kind === 'record_service') return command.status === 'pending';
  if (command.kind === 'outcome') return command.outcome.type === 'writ_requested';
  return command.kind === 'record_filing' && command.status === 'submitted';
}

function decidesOnEngagement(command: AttorneyCommand): boolean {
  return command.kind === 'accept' || (command.kind === 'review' && command.decision === 'reject');
}

import {
  type AttorneyCommand,
  type Author,
  authorOf,
  type Command,
  type CommandKind,
  commandRules,
  type WrittenCommand,
} from '../commands.ts';
import { isSandbox } from '../mode.ts';
import type { CaseRecord } from '../record.ts';
import type { RefusalCode } from '../refusals.ts';
import { stepCommands } from '../sandbox/take-step.ts';
import { isFinished } from '../states.ts';
import { type Context, type Decision, refuse, Turn } from '../turn.ts';
import { closingCommands } from './closing.ts';
import { correctionCommands } from './corrections.ts';
import { courtCommands } from './court.ts';
import { documentCommands } from './documents.ts';
import { engagementCommands } from './engagement.ts';
import { failureCommands } from './failure.ts';
import { filingCommands } from './filing.ts';
import { holdingCommands } from './holding.ts';
import { reportCommands } from './reports.ts';
import { reviewCommands } from './review.ts';
import { serviceCommands } from './service.ts';
import { submissionCommands } from './submission.ts';

/**
 * Decides a command: returns the events and the resulting record, or a refusal as a value. Pure: the same case, command
 * and context give the same decision, in a workflow, in its replay and in a test.
 */
export function decide(record: CaseRecord, command: Command, context: Context): Decision {
  if (isFinished(record.state)) return refuse('invalid_transition');
  if (!isWritten(command)) return handlerOf(command)(new Turn(record, context), command);
  // Sandbox cases review, serve and file by themselves; operators can only retry a failed step.
  if (isSandbox(record) && command.kind !== 'retry_step') return refuse('invalid_transition');
  if ('operator' in command) {
    const turn = new Turn(record, context);
    turn.note('operator_action', turn.author, { operator: command.operator, command: command.kind });
    return handlerOf(command)(turn, command);
  }
  const refused = attorneyRefusal(record, command);
  if (refused !== null) return refuse(refused);
  const turn = new Turn(record, context, 'attorney');
  // Reviews and outcomes have events of their own.
  if (isCasework(command))
    turn.note('attorney_action', turn.author, { attorneyId: command.attorneyId, command: command.kind });
  return handlerOf(command)(turn, command);
}

function isWritten(command: Command): command is WrittenCommand {
  return authorOf(command) !== null;
}

function isCasework({ kind }: AttorneyCommand): boolean {
  const authors: readonly Author[] = commandRules[kind].authors;
  return authors.includes('operator');
}

/** Why this attorney may not act on the case. One who is not eligible can still confirm that all work has stopped. */
function attorneyRefusal(record: CaseRecord, command: AttorneyCommand): RefusalCode | null {
  // Only a foreign program names nobody.
  if (!('attorneyId' in command)) return 'not_on_record';
  if (record.attorneyId !== command.attorneyId) return 'invalid_transition';
  const confirmsWithdrawal =
    command.kind === 'outcome' && command.outcome.type === 'closed' && record.withdrawal !== null;
  return command.eligible || confirmsWithdrawal ? null : 'attorney_not_eligible';
}

type Handler<C extends Command> = (turn: Turn, command: C) => Decision;

/** Each file decides its own commands. */
const handlers: { readonly [K in CommandKind]: Handler<Extract<Command, { kind: K }>> } = {
  ...closingCommands,
  ...correctionCommands,
  ...courtCommands,
  ...documentCommands,
  ...engagementCommands,
  ...failureCommands,
  ...filingCommands,
  ...holdingCommands,
  ...reportCommands,
  ...reviewCommands,
  ...serviceCommands,
  ...stepCommands,
  ...submissionCommands,
};

function handlerOf<C extends Command>({ kind }: C): Handler<C> {
  return handlers[kind] as unknown as Handler<C>;
}

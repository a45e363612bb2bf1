import type { Command, CommandKind } from '../commands.ts';
import { isSandbox } from '../mode.ts';
import type { CaseRecord } from '../record.ts';
import { stepCommands } from '../sandbox/take-step.ts';
import { isFinished } from '../states.ts';
import { type Context, type Decision, refuse, Turn } from '../turn.ts';
import { closingCommands } from './closing.ts';
import { courtCommands } from './court.ts';
import { documentCommands } from './documents.ts';
import { engagementCommands } from './engagement.ts';
import { failureCommands } from './failure.ts';
import { filingCommands } from './filing.ts';
import { holdingCommands } from './holding.ts';
import { reviewCommands } from './review.ts';
import { serviceCommands } from './service.ts';
import { submissionCommands } from './submission.ts';

/**
 * Decides a command: returns the events and the resulting record, or a refusal as a value. Pure: the same case, command
 * and context give the same decision, in a workflow, in its replay and in a test.
 */
export function decide(record: CaseRecord, command: Command, context: Context): Decision {
  if (isFinished(record.state)) return refuse('invalid_transition');
  // Sandbox cases review, serve and file by themselves; operators can only retry a failed step.
  if ('operator' in command && command.kind !== 'retry_step' && isSandbox(record)) {
    return refuse('invalid_transition');
  }
  const turn = new Turn(record, context);
  if ('operator' in command)
    turn.note('operator_action', 'platform', { operator: command.operator, command: command.kind });
  return handlerOf(command)(turn, command);
}

type Handler<C extends Command> = (turn: Turn, command: C) => Decision;

/** Each file decides its own commands. */
const handlers: { readonly [K in CommandKind]: Handler<Extract<Command, { kind: K }>> } = {
  ...closingCommands,
  ...courtCommands,
  ...documentCommands,
  ...engagementCommands,
  ...failureCommands,
  ...filingCommands,
  ...holdingCommands,
  ...reviewCommands,
  ...serviceCommands,
  ...stepCommands,
  ...submissionCommands,
};

function handlerOf<C extends Command>({ kind }: C): Handler<C> {
  return handlers[kind] as unknown as Handler<C>;
}

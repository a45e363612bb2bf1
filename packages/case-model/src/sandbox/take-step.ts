import type { CustomerCommand, PlatformCommand } from '../commands.ts';
import { missingStageDocuments } from '../stage-documents.ts';
import { isSandbox } from '../mode.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { stepOf } from './steps.ts';

export const stepCommands = { advance, take_step: takeStep, documents_made: documentsMade };

type Advance = Extract<CustomerCommand, { kind: 'advance' }>;
type TakeStep = Omit<Extract<PlatformCommand, { kind: 'take_step' }>, 'kind'>;

/** Takes the step before it is due. One that was taken meanwhile, by its timer or by an advance before, is not taken twice. */
function advance(turn: Turn, { sequence, documents }: Advance): Decision {
  if (turn.record.sequence !== sequence) return turn.done();
  // A failed attempt is retried at its own time.
  return turn.record.failure === null ? takeStep(turn, { documents }) : refuse('nothing_to_advance');
}

/** Takes the step that a sandbox case waits for, with the platform's automatic follow-ups. */
function takeStep(turn: Turn, { documents }: TakeStep): Decision {
  const step = stepOf(turn.record);
  if (!step) return refuse('nothing_to_advance');
  // Without this check the step would be taken without a document that was never made.
  const orders = step.documents?.(turn.record) ?? [];
  const isComplete = documents.length > 0 || orders.every(({ stage }) => stage === null);
  if (!isComplete || missingStageDocuments(turn.record).length > 0) return refuse('documents_missing');
  step.take(turn.patch({ failure: null }), documents);
  return turn.done();
}

/** The documents of a stage that came to review before they were made. */
function documentsMade(
  turn: Turn,
  { stage, documents }: Extract<PlatformCommand, { kind: 'documents_made' }>,
): Decision {
  // What a live case is reviewed on is attached by operators.
  if (!isSandbox(turn.record)) return refuse('invalid_transition');
  turn.keepStageDocuments(stage, documents);
  return turn.patch({ failure: null }).done();
}

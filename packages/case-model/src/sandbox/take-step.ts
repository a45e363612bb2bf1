import type { PlatformCommand } from '../commands.ts';
import { isSandbox } from '../mode.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { stepOf } from './steps.ts';

export const stepCommands = { take_step: takeStep, documents_made: documentsMade };

/** Takes the step that a sandbox case waits for, with the platform's automatic follow-ups. */
function takeStep(turn: Turn, { documents }: Extract<PlatformCommand, { kind: 'take_step' }>): Decision {
  const step = stepOf(turn.record);
  if (!step) return refuse('nothing_to_advance');
  // Without this check the step would be taken without a document that was never made.
  const isComplete = step.documents?.(turn.record).every(({ stage }) => stage === null || documents.length > 0) ?? true;
  if (!isComplete) return refuse('documents_missing');
  step.take(turn, documents);
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

import type { StageDocument } from '../record.ts';
import { missingStageDocuments } from '../stage-documents.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { stepOf } from './steps.ts';

/** Takes the step that a sandbox case waits for, with the platform's automatic follow-ups. */
export function takeStep(turn: Turn, documents: readonly StageDocument[]): Decision {
  const step = stepOf(turn.record);
  if (!step) return refuse('nothing_to_advance');
  // Without this check the step would be taken without a document that was never made.
  const orders = step.documents?.(turn.record) ?? [];
  const isComplete = documents.length > 0 || orders.every(({ stage }) => stage === null);
  if (!isComplete || missingStageDocuments(turn.record).length > 0) return refuse('documents_missing');
  step.take(turn.patch({ failure: null }), documents);
  return turn.done();
}

import { isSandbox } from '../mode.ts';
import type { Stage, StageDocument } from '../record.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

interface DocumentsMade {
  readonly kind: 'documents_made';
  readonly stage: Stage;
  readonly documents: readonly StageDocument[];
}

/** The documents of a stage that came to review before they were made. */
export const documentsMade = defineCommand<DocumentsMade>()({
  authors: [],
  title: 'Keep documents that were made',
  description: 'The documents under review were made.',
  decide(turn, { stage, documents }) {
    // What a live case is reviewed on is attached by its attorney or operators.
    if (!isSandbox(turn.record)) return refuse('invalid_transition');
    turn.keepStageDocuments(stage, documents);
    return turn.patch({ failure: null }).done();
  },
});

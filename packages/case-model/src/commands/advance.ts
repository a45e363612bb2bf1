import type { StageDocument } from '../record.ts';
import { takeStep } from '../sandbox/steps.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

interface Advance {
  readonly kind: 'advance';
  /** Of the case when it was sent: a step that was taken meanwhile is not taken twice. */
  readonly sequence: number;
  /** Prepared: the documents of the step, which have been made. */
  readonly documents: readonly StageDocument[];
}

/** Takes the step that a sandbox case waits for, before it is due. */
export const advance = defineCommand<Advance>()({
  authors: ['customer'],
  description: 'The customer takes the next step of a sandbox case.',
  decide(turn, { sequence, documents }) {
    if (turn.record.sequence !== sequence) return turn.done();
    // A failed attempt is retried at its own time.
    return turn.record.failure === null ? takeStep(turn, documents) : refuse('nothing_to_advance');
  },
});

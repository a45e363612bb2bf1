import type { StageDocument } from '../record.ts';
import { takeStep } from '../sandbox/steps.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

interface Advance {
  readonly kind: 'advance';
  /**
   * The case's sequence when the command was sent. If it has changed since, the command does nothing, so no step is
   * taken twice.
   */
  readonly sequence: number;
  /** The documents for the step. The worker makes them before the decision. */
  readonly documents: readonly StageDocument[];
}

/** Takes the step that a sandbox case waits for, before it is due. */
export const advance = defineCommand<Advance>()({
  authors: ['customer'],
  description: 'The customer takes the next step of a sandbox case.',
  decide(turn, { sequence, documents }) {
    if (turn.record.sequence !== sequence) return turn.done();
    // A failed step can't be advanced, because it is retried on its own schedule.
    return turn.record.failure === null ? takeStep(turn, documents) : refuse('nothing_to_advance');
  },
});

import type { StageDocument } from '../record.ts';
import { takeStep as take } from '../sandbox/take-step.ts';
import { defineCommand } from './command.ts';

interface TakeStep {
  readonly kind: 'take_step';
  readonly documents: readonly StageDocument[];
}

/** The step that a sandbox case waits for is due by its clock. */
export const takeStep = defineCommand<TakeStep>()({
  authors: [],
  title: 'Take the step that is due',
  description: 'The step that a sandbox case waits for is due.',
  decide: (turn, { documents }) => take(turn, documents),
});

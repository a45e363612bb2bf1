import type { StageDocument } from '../record.ts';
import { playSimulation, type Simulation } from '../sandbox/scenarios/play.ts';
import { defineCommand } from './command.ts';
import { misplaced, noneGiven } from './faults.ts';

interface Simulate extends Simulation {
  readonly kind: 'simulate';
  /** The documents for the scenario. The worker makes them before the decision. */
  readonly documents: readonly StageDocument[];
}

/**
 * Simulates in a sandbox case what attorneys, operators and courts do in a live one. Records either the whole scenario
 * or nothing.
 */
export const simulate = defineCommand<Simulate>()({
  authors: ['customer'],
  description: 'Simulates on a sandbox case what attorneys, operators and courts do in a live case.',
  faults: ({ scenario, event }) => [
    noneGiven({ scenario, event }),
    scenario !== undefined && event !== undefined && misplaced('event', 'Not allowed with scenario.'),
  ],
  decide(turn, { documents, ...simulation }) {
    const played = playSimulation(turn, simulation, documents);
    return 'refused' in played ? played.refused : played.decision;
  },
});

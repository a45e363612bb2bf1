import type { EventAction } from '../../events.ts';
import type { ChargeState } from '../../facts.ts';
import { isSandbox } from '../../mode.ts';
import type { CaseRecord, StageDocument } from '../../record.ts';
import { type DocumentOrder, missingStageDocuments } from '../../stage-documents.ts';
import { type State, states } from '../../states.ts';
import { type Decision, refuse, Turn } from '../../turn.ts';
import { courtScenarios } from './court.ts';
import { engagementScenarios } from './engagement.ts';
import { filingScenarios } from './filing.ts';
import type { Scenario } from './scenario.ts';
import { serviceScenarios } from './service.ts';

/** All scenarios that can be simulated, by name. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...engagementScenarios,
  ...serviceScenarios,
  ...filingScenarios,
  ...courtScenarios,
};

/** A request for a scenario by name, or for the shortest scenario that records an event. */
export interface Simulation {
  readonly scenario?: string | undefined;
  readonly event?: EventAction | undefined;
}

/**
 * Returns the scenarios that match the request. If an event was requested, the ones with the fewest events come first.
 */
function asked({ scenario, event }: Simulation): Scenario[] {
  if (event === undefined) return Object.entries(scenarios).flatMap(([name, one]) => (name === scenario ? [one] : []));
  const yielding = Object.values(scenarios).filter(({ events }) => events.includes(event));
  return yielding.toSorted((a, b) => a.events.length - b.events.length);
}

/** Returns the states in which the request may be possible. */
export function simulationStates(simulation: Simulation): State[] {
  const from = new Set(asked(simulation).flatMap((scenario) => scenario.from));
  return states.filter((state) => from.has(state));
}

/** The scenario that was played, with its decision, or the refusal. */
type Played = { scenario: Scenario; decision: Extract<Decision, { ok: true }> } | { refused: Decision };

/**
 * Plays the requested scenario. The turn must not have recorded anything yet. Returns the last refusal if no matching
 * scenario is possible.
 */
export function playSimulation(turn: Turn, simulation: Simulation, documents: readonly StageDocument[]): Played {
  const { record } = turn;
  if (!isSandbox(record) || !record.submission) return { refused: refuse('invalid_transition') };
  let refused = refuse('invalid_transition');
  for (const scenario of asked(simulation).filter(({ from }) => from.includes(record.state))) {
    const decision = playScenario(turn.again(), scenario, documents);
    if (!decision.ok) refused = decision;
    else if (isMeant(decision, simulation)) return { scenario, decision };
  }
  return { refused };
}

function isMeant({ events }: Extract<Decision, { ok: true }>, { event }: Simulation): boolean {
  return event === undefined || events.some(({ action }) => action === event);
}

/** Plays one scenario. Meanwhile, the sandbox case has an engaged attorney. */
function playScenario(turn: Turn, scenario: Scenario, documents: readonly StageDocument[]): Decision {
  const orders = scenario.documents?.(turn.record).filter(({ stage }) => stage !== null) ?? [];
  if (orders.length > documents.length || missingStageDocuments(turn.record).length > 0)
    return refuse('documents_missing');
  turn.patch({ attorneyId: 'sandbox', accepted: true });
  for (const step of scenario.steps) {
    const decision = step(turn, documents);
    if (!decision.ok) return decision;
  }
  return turn.patch({ attorneyId: null, accepted: false }).done();
}

/** What has to be prepared before a simulation is decided. */
export interface PreparedSimulation {
  readonly documents: readonly DocumentOrder[];
  /** The time to which the simulation moves the case's clock, in epoch milliseconds. */
  readonly at: number;
  readonly message: string | undefined;
  readonly charge: ChargeState | undefined;
}

/**
 * Returns the documents and the time that the simulation needs, or null if it would be refused. `now` is in epoch
 * milliseconds on the case's clock.
 */
export function prepareSimulation(record: CaseRecord, simulation: Simulation, now: number): PreparedSimulation | null {
  const turn = new Turn(record, { now, uuid: () => '', courtNumber: 0 }, 'attorney');
  // Placeholders. The content of the documents doesn't affect what is played.
  const stubs = ['a', 'b', 'c'].map((id) => ({ id, contentHash: id }));
  const played = playSimulation(turn, simulation, stubs);
  if ('refused' in played) return null;
  const { documents, at, message, charge } = played.scenario;
  return { documents: documents?.(record) ?? [], at: Math.max(now, at?.(record) ?? 0), message, charge };
}

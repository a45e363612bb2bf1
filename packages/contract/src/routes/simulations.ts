import { scenarios } from '@evict/case-model';
import { component, id, list, oneOf, responseText, strictObject } from '../fields.ts';
import { caseResponse } from '../schemas/case.ts';
import { eventAction, state } from '../schemas/enumerations.ts';
import type { RouteRow } from './route.ts';

const scenario = oneOf(Object.keys(scenarios)).meta({ component: 'ScenarioName' });

const simulationBody = component(
  'Simulation',
  strictObject({
    caseId: id('case'),
    scenario: scenario.optional().meta({ description: 'The scenario to play. Send either this or `event`.' }),
    event: eventAction.optional().meta({
      description: "Plays the scenario that leads from the case's current state to this event with the fewest events.",
    }),
  }),
  { caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11', scenario: 'partial_payment' },
);

const { description, from, events } = scenarios['amended_complaint'] ?? { description: '', from: [], events: [] };

const scenarioList = component(
  'ScenarioList',
  strictObject({
    items: list(
      strictObject({
        name: scenario,
        description: responseText(),
        from: list(state).meta({ description: 'The states in which it may be possible.' }),
        events: list(eventAction).meta({
          description:
            'The events that it can record, in order. Empty for a scenario that records only a fact or a note.',
        }),
      }),
    ),
  }),
  { items: [{ name: 'amended_complaint', description, from: [...from], events: [...events] }] },
);

const simulation = { addition: true, auth: 'customer', tag: 'Case actions' } as const;

/** Simulations of what happens in live cases, for test cases. */
export const simulationRoutes = {
  listScenarios: {
    ...simulation,
    endpoint: 'GET /v1/simulations/scenarios',
    summary: 'List what can be simulated',
    description:
      'Scenarios of what attorneys, operators and courts do in a live case, by name. The list is the same in both modes.',
    success: { status: 200, schema: scenarioList, description: 'Every scenario.' },
  },
  simulate: {
    ...simulation,
    endpoint: 'POST /v1/simulations',
    summary: 'Simulate on a test case what happens to live cases',
    description:
      'Records at once what attorneys, operators and courts would report about a live case, with the same events and webhooks. A scenario is recorded completely or not at all. If it cannot start from the current state, the response is 409 `invalid_transition`, with the possible states in `details.from`. Counts as an advance: at most 60 a minute per organization.',
    body: simulationBody,
    success: { status: 200, schema: caseResponse, description: 'The case afterwards.' },
    errors: ['not_found', 'sandbox_only', 'invalid_transition', 'guard_failed', 'erased'],
  },
} as const satisfies Record<string, RouteRow>;

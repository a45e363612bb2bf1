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
      description:
        'Plays the scenario that yields this event with the fewest events from the current state of the case.',
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
        from: list(state).meta({ description: 'The states from which it can be possible.' }),
        events: list(eventAction).meta({
          description: 'The events that it can record, in their order. A fact or a note has none.',
        }),
      }),
    ),
  }),
  { items: [{ name: 'amended_complaint', description, from: [...from], events: [...events] }] },
);

const simulation = { addition: true, auth: 'customer', tag: 'Case actions' } as const;

/** Simulations of live practice, for test cases. */
export const simulationRoutes = {
  listScenarios: {
    ...simulation,
    endpoint: 'GET /v1/simulations/scenarios',
    summary: 'List what can be simulated',
    description: 'What attorneys, operators and courts do to a live case, by name. The same in both modes.',
    success: { status: 200, schema: scenarioList, description: 'Every scenario.' },
  },
  simulate: {
    ...simulation,
    endpoint: 'POST /v1/simulations',
    summary: 'Simulate on a test case what happens to live cases',
    description:
      'Records at once what attorneys, operators and courts report about a live case, with its events and webhooks. It records all of a scenario or nothing. If the scenario cannot start from the current state, the response is 409 `invalid_transition`, with the possible states in `details.from`. Counts as an advance: at most 60 a minute per organization.',
    body: simulationBody,
    success: { status: 200, schema: caseResponse, description: 'The case afterwards.' },
    errors: ['not_found', 'sandbox_only', 'invalid_transition', 'guard_failed', 'erased'],
  },
} as const satisfies Record<string, RouteRow>;

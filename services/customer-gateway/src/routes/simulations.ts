import { rulesFor, scenarios, simulationStates } from '@evict/case-model';
import { ApiError, errorCodes, routes } from '@evict/contract';
import { caseBody, enforceLimit, type Gateway, requireFaultless } from '@evict/http';
import { command } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

/** What live practice does to a case, played on a sandbox case. */
export function simulationRoutes(gateway: Gateway, dependencies: Pick<Dependencies, 'store' | 'cases'>): void {
  const { store } = dependencies;
  const items = Object.entries(scenarios).map(([name, { description, from, events }]) => ({
    name,
    description,
    from: [...from],
    events: [...events],
  }));

  gateway.route(routes.listScenarios, async () => ({ status: 200, body: { items } }));

  gateway.route(routes.simulate, async ({ caller, work, body: { caseId, ...simulation } }) => {
    const body = { kind: 'simulate', ...simulation } as const;
    requireFaultless(body);
    const from = simulationStates(simulation);
    const { row } = await command(
      dependencies,
      { caller, work, params: { id: caseId } },
      {
        async prepare({ mode, jurisdiction, state }) {
          if (!rulesFor(mode, jurisdiction)) throw new ApiError('sandbox_only');
          await enforceLimit(store, 'advance', caller.organizationId);
          if (from.includes(state)) return body;
          const message = `${errorCodes.invalid_transition.text} It is \`${state}\`; this starts from ${from.map((one) => `\`${one}\``).join(', ')}.`;
          throw new ApiError('invalid_transition', { message, details: { from } });
        },
        refused: (code) => (code === 'invalid_transition' ? { from } : null),
      },
    );
    return { status: 200, body: caseBody(row) };
  });
}

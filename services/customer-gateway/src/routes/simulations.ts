import { type CommandBody, rulesFor, scenarios, simulationStates } from '@evict/case-model';
import { ApiError, errorCodes, routes } from '@evict/contract';
import {
  caseBody,
  type Commanded,
  decideOnce,
  enforceLimit,
  type Gateway,
  requireFaultless,
  sendCommand,
} from '@evict/http';
import { type CustomerCall, loadCase } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

type Simulate = Extract<CommandBody, { kind: 'simulate' }>;

/** Serves simulations, which do to a sandbox case what attorneys, operators and courts do to a live one. */
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
    const command = { kind: 'simulate', ...simulation } as const;
    requireFaultless(command);
    const { row } = await decideOnce(store, { caller, work, params: { id: caseId }, command }, simulate);
    return { status: 200, body: caseBody(row) };
  });

  async function simulate(call: CustomerCall & { command: Simulate }): Promise<Commanded> {
    const { caller, params, command } = call;
    const row = await loadCase(store, caller, params.id);
    if (!rulesFor(row.mode, row.jurisdiction)) throw new ApiError('sandbox_only');
    await enforceLimit(store, 'advance', caller.organizationId);
    const from = simulationStates(command);
    if (!from.includes(row.state)) {
      const message = `${errorCodes.invalid_transition.text} It is \`${row.state}\`; this starts from ${from.map((one) => `\`${one}\``).join(', ')}.`;
      throw new ApiError('invalid_transition', { message, details: { from } });
    }
    return sendCommand(dependencies, call, row, command);
  }
}

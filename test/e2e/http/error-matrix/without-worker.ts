import { type Route, routes } from '@evict/contract';
import { type ApiResponse, send } from '../../support/api.ts';
import { buildFacts, day } from '../../support/facts.ts';
import { liveWorld } from '../../support/live-case.ts';
import { startService } from '../../support/service.ts';

type Command =
  | 'submitCase'
  | 'withdrawCase'
  | 'reportCure'
  | 'reportCustomerFact'
  | 'advanceCase'
  | 'reviewCase'
  | 'reportOutcome';

const bodies: Partial<Record<Command, object>> = {
  reportCustomerFact: { kind: 'payment', date: day(0) },
  reviewCase: { decision: 'reject', documentHashes: [] },
  reportOutcome: { type: 'closed' },
};

/**
 * The response of each command while no worker runs. A command times out after 8 seconds, so all are sent together when
 * the first response is requested.
 */
export async function startWithoutWorker(): Promise<(command: Command) => Promise<ApiResponse>> {
  const service = await startService({ liveMode: true });
  const { stack, signUp } = service;
  const { attorney: newAttorney, inReview } = liveWorld(service);
  const attorney = await newAttorney();
  const customer = await signUp();
  const drafts = await Promise.all([customer.create(buildFacts()), customer.create(buildFacts())]);
  const underReview = await customer.submitted(buildFacts());
  const live = await Promise.all([inReview(), inReview()]);
  const cases = {
    submitCase: drafts[0],
    withdrawCase: drafts[1],
    reportCure: underReview,
    reportCustomerFact: underReview,
    advanceCase: underReview,
    reviewCase: live[0],
    reportOutcome: live[1],
  };
  await stack.stopWorker();

  let sent: Promise<Map<Command, ApiResponse>> | null = null;
  const sendAll = async () => {
    const responses = Object.entries(cases).map(async ([name, { id }]): Promise<[Command, ApiResponse]> => {
      const command = name as Command;
      const route: Route = routes[command];
      const { credential } = route.auth === 'attorney' ? attorney : customer;
      const request = { credential, body: bodies[command] };
      return [command, await send(stack.baseUrl, route.method, route.path.replace('{id}', id), request)];
    });
    return new Map(await Promise.all(responses));
  };
  return async (command) => {
    sent ??= sendAll();
    const response = (await sent).get(command);
    if (!response) throw new Error(`${command} was not sent`);
    return response;
  };
}

import { type Route, routes } from '@evict/contract';
import { type Answer, send } from '../../support/api.ts';
import { buildFacts } from '../../support/facts.ts';
import { liveWorld } from '../../support/live-case.ts';
import { startService } from '../../support/service.ts';

type Command = 'submitCase' | 'withdrawCase' | 'reportCure' | 'advanceCase' | 'reviewCase' | 'reportOutcome';

const bodies: Partial<Record<Command, object>> = {
  reviewCase: { decision: 'reject', documentHashes: [] },
  reportOutcome: { type: 'closed' },
};

/**
 * What each command is answered while no worker takes it. A command is waited for for 8 seconds, so they are all sent
 * together when the first of them is asked for.
 */
export async function startWithoutWorker(): Promise<(command: Command) => Promise<Answer>> {
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
    advanceCase: underReview,
    reviewCase: live[0],
    reportOutcome: live[1],
  };
  await stack.stopWorker();

  let sent: Promise<Map<Command, Answer>> | null = null;
  const sendAll = async () => {
    const answers = Object.entries(cases).map(async ([name, { id }]): Promise<[Command, Answer]> => {
      const command = name as Command;
      const route: Route = routes[command];
      const { credential } = route.auth === 'attorney' ? attorney : customer;
      const request = { credential, body: bodies[command] };
      return [command, await send(stack.baseUrl, route.method, route.path.replace('{id}', id), request)];
    });
    return new Map(await Promise.all(answers));
  };
  return async (command) => {
    sent ??= sendAll();
    const answer = (await sent).get(command);
    if (!answer) throw new Error(`${command} was not sent`);
    return answer;
  };
}

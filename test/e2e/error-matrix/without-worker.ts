import { type Answer, send } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

const actions = { submitCase: 'submit', withdrawCase: 'withdraw', reportCure: 'report-cure', advanceCase: 'advance' };
type Command = keyof typeof actions;

/**
 * What each command is answered while no worker takes it. A command is waited for for 8 seconds, so they are all sent
 * together when the first of them is asked for.
 */
export async function startWithoutWorker(): Promise<(command: Command) => Promise<Answer>> {
  const { stack, signUp } = await startService();
  const customer = await signUp();
  const drafts = await Promise.all([customer.create(buildFacts()), customer.create(buildFacts())]);
  const underReview = await customer.submitted(buildFacts());
  const [toSubmit, toWithdraw] = drafts.map(({ id }) => id);
  const cases = {
    submitCase: toSubmit,
    withdrawCase: toWithdraw,
    reportCure: underReview.id,
    advanceCase: underReview.id,
  };
  await stack.stopWorker();

  let sent: Promise<Map<Command, Answer>> | null = null;
  const sendAll = async () => {
    const commands = Object.keys(actions) as Command[];
    const answers = commands.map(async (command): Promise<[Command, Answer]> => {
      const path = `/v1/cases/${cases[command]}/${actions[command]}`;
      return [command, await send(stack.baseUrl, 'POST', path, { credential: customer.credential })];
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

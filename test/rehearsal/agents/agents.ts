import { attackAsAgent } from '../../e2e/support/agent-attacks.ts';
import { startLocalStack } from '../support/local-stack.ts';
import type { Options, Outcome } from '../support/outcome.ts';

/** An agent calls thousands of times to act without a person, on the processes of `npm start`. */
export async function run({ env, short, seed, commands }: Options): Promise<Outcome> {
  const stack = await startLocalStack(env);
  try {
    const calls = commands ?? (short ? 400 : 10_000);
    const { outcomes, acted } = await attackAsAgent(stack.api, { calls, seed, newAddress: () => '127.0.0.1' });
    return { rows: Object.entries(outcomes).map(([outcome, count]) => ({ outcome, count })), faults: acted };
  } finally {
    await stack.stop();
  }
}

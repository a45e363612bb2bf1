import { rehearseListening } from '../../e2e/support/listening.ts';
import { startLocalStack } from '../support/local-stack.ts';
import type { Options, Outcome } from '../support/outcome.ts';

/** The command line forwards events through cut connections, and is killed, beside the processes of `npm start`. */
export async function run({ env, short, seed }: Options): Promise<Outcome> {
  const stack = await startLocalStack(env);
  try {
    const [events, wanted] = short ? [500, 20] : [10_000, 100];
    const world = { baseUrl: stack.api, store: stack.store };
    const { cuts, ...heard } = await rehearseListening(world, { events, cuts: wanted, seed });
    const { lost, outOfOrder, notVerified, repeated, seconds } = heard;
    const rows = Object.entries({ events, ...cuts, repeated, seconds }).map(([what, count]) => ({ what, count }));
    const broken = { lost, 'out of order': outOfOrder, 'not verified': notVerified };
    const faults = Object.entries(broken).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
    return { rows, faults };
  } finally {
    await stack.stop();
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmStart } from '../../e2e/support/local-stack.ts';
import { type Figure, rowOf } from '../support/figures.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';
import { isChosen, type Options, type Outcome } from '../support/outcome.ts';
import { commands } from './commands.ts';
import { deliveries, manyEndpoints, muteEndpoints } from './deliveries.ts';
import { fullCase } from './full-case.ts';
import { lists } from './lists.ts';
import { openCases } from './open-cases.ts';
import { reads } from './reads.ts';

export interface Benchmark {
  /** What is measured, and what it is compared with. */
  about: string;
  measure: (stack: LocalStack, options: Options & { rounds: number }) => Promise<Figure[]>;
}

/** The benchmarks in the order in which they run. The last ones leave many rows behind. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
  'full-case': fullCase,
  commands,
  reads,
  deliveries,
  'mute-endpoints': muteEndpoints,
  'many-endpoints': manyEndpoints,
  'open-cases': openCases,
  lists,
};

/** Measures speed and compares it with the goals. A missed goal doesn't fail the run, because machines differ. */
export async function run(options: Options): Promise<Outcome> {
  const rows: ({ benchmark: string } & ReturnType<typeof rowOf>)[] = [];
  const faults: string[] = [];
  const measure = async (name: string, about: string, work: () => Promise<Figure[]>) => {
    if (!isChosen(options, name)) return;
    console.log(`${name}: ${about} (load ${loadavg()[0]?.toFixed(1)})`);
    try {
      rows.push(...(await work()).map((figure) => ({ benchmark: name, ...rowOf(figure) })));
    } catch (error) {
      // A failed benchmark doesn't discard the results of the others.
      console.error(error);
      faults.push(`${name}: ${(error as Error).message}`);
    }
  };
  if (!options.short) await measure('start', 'the second npm start, until it prints that it is ready', startTwice);
  const stack = await startLocalStack(options.env);
  try {
    const rounds = options.short ? 1 : (options.rounds ?? 5);
    for (const [name, one] of Object.entries(benchmarks)) {
      await measure(name, one.about, () => one.measure(stack, { ...options, rounds }));
    }
  } finally {
    await stack.stop();
  }
  return { rows, faults };
}

async function startTwice(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-start-'));
  const secondsToReady = async () => {
    const startedAt = performance.now();
    const stack = npmStart(dataDir);
    await stack.ready;
    const seconds = (performance.now() - startedAt) / 1000;
    stack.process.kill('SIGTERM');
    await stack.ended;
    return seconds;
  };
  try {
    await secondsToReady();
    return [{ name: 'npm start to ready, warm', value: await secondsToReady(), unit: 's', goal: { atMost: 2.5 } }];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

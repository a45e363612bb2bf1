import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { newCustomers } from './customers.ts';
import { createCases, type OpenCase } from './open-cases/create-cases.ts';
import { prepareDatabase } from './open-cases/database.ts';
import { figuresOf } from './open-cases/figures.ts';
import { look, type Sample, takeSample } from './open-cases/sample.ts';

/** An organization has four commands under way at most, and a storage quota. */
const organizations = 20;
const atOnce = 12;
/** Between two lines of progress. */
const batch = 1000;
/** Warms the stack up, so that the first sample is like the others. */
const warmUp = 100;
/** At these parts of the number a sample is taken. */
const sampledAt = [0.05, 0.1, 0.2, 0.5, 1];

export const openCases: Benchmark = {
  name: 'open-cases',
  about: 'what many open cases cost: memory, disk, latency of commands, reads, sweeps, retention, reconciling',
  needs: 'stack',
  takesMinutes: true,
  async measure(stack, { full, cases, minutes, json }) {
    const count = cases ?? (full ? 5000 : 500);
    const file = join(dirname(json), 'open-cases.json');
    const until = minutes === null ? Infinity : performance.now() + minutes * 60_000;
    const interrupted = onInterrupt();
    const isOver = () => interrupted.aborted || performance.now() > until;
    await prepareDatabase(stack);
    const keys = (await newCustomers(stack.url, organizations)).map(({ key }) => key);
    const open: OpenCase[] = [];
    const samples: Sample[] = [];
    const openUpTo = async (goal: number) => {
      let refused = 0;
      while (open.length < goal && !isOver()) {
        const startedAt = performance.now();
        const from = open.length;
        const size = Math.min(batch, goal - from);
        const onOpened = (one: OpenCase) => void open.push(one);
        refused += (await createCases(stack.url, keys, { from, count: size, atOnce, isOver, onOpened })).refused;
        const rate = (open.length - from) / ((performance.now() - startedAt) / 60_000);
        console.log(`${open.length} cases are open, ${Math.round(rate)} a minute, ${refused} requests sent again`);
      }
      return refused;
    };
    await openUpTo(Math.min(warmUp, count));
    for (const part of sampledAt) {
      const before = await look(stack, open.length);
      const refused = await openUpTo(Math.ceil(count * part));
      if (open.length === before.cases) continue;
      const { sample, opened } = await takeSample(stack, { before, keys, open, refused });
      open.push(...opened);
      samples.push(sample);
      await keep(file, samples);
      console.log(`sample of ${sample.cases} open cases written to ${file}`);
      if (isOver()) break;
    }
    if (open.length < count) console.log(`stopped at ${open.length} of ${count} cases`);
    return figuresOf(samples);
  },
};

async function keep(file: string, samples: readonly Sample[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ samples }, null, 2)}\n`);
}

/** Aborted by the first SIGINT or SIGTERM: what is under way is finished and kept. The second one ends the process. */
function onInterrupt(): AbortSignal {
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
  return over.signal;
}

/** `npm run bench`: measures the promised speed and prints it beside the goals. A test only asserts that `--tiny` ends. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { caseFilters } from './case-filters.ts';
import { caseCosts } from './case-costs.ts';
import { cases } from './cases.ts';
import { commands } from './commands.ts';
import { printTable } from './figures.ts';
import { readOptions, usage } from './options.ts';
import { timedDemo, timedStart } from './programs.ts';
import { printCosts, profiled, type Span } from './profiles.ts';
import { reads } from './reads.ts';
import { currentLoad, keep, type Measured, measured } from './results.ts';
import { deliveries } from './deliveries.ts';
import { eventFeed } from './event-feed.ts';
import { fullCase } from './full-case.ts';
import { largeList } from './large-list.ts';
import { openCases } from './open-cases.ts';
import { uploads } from './uploads.ts';
import { demo, start, unitTests } from './start.ts';
import { webhooks } from './webhooks.ts';

/** In the order in which they run. */
const benchmarks: readonly Benchmark[] = [
  start,
  cases,
  reads,
  commands,
  fullCase,
  deliveries,
  webhooks,
  uploads,
  largeList,
  eventFeed,
  caseFilters,
  caseCosts,
  openCases,
  demo,
  unitTests,
];

const options = optionsOrExit();
const chosen = benchmarks.filter(({ name, takesMinutes }) =>
  options.only.length === 0 ? !(options.tiny && takesMinutes) : options.only.includes(name),
);
const results: Measured[] = [];
const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  if (!options.tiny && chosen.some(({ name }) => name === 'start' || name === 'demo')) {
    console.log('Setting up …');
    await timedDemo(dataDir); // fills the caches
  }
  if (chosen.some(({ needs }) => needs === 'stack')) await measureWithStack();
  for (const one of chosen) {
    if (one.needs === 'nothing') await measure(one, () => one.measure(dataDir));
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
const picture = await keep(options.json, results);
console.log(`\n${options.json}\n${picture}`);

async function measureWithStack(): Promise<void> {
  const { profile } = options;
  if (profile !== null) await mkdir(profile, { recursive: true });
  const stack = await timedStart(dataDir, profile === null ? {} : profiled(profile));
  const spans: Span[] = [];
  try {
    for (const one of chosen) {
      if (one.needs !== 'stack') continue;
      const from = Date.now();
      await measure(one, () => one.measure(stack, options));
      spans.push({ name: one.name, from, to: Date.now() });
    }
  } finally {
    await stack.stop();
  }
  if (profile !== null) printCosts(profile, spans);
}

async function measure({ name, about }: Benchmark, run: Parameters<typeof measured>[1]): Promise<void> {
  console.log(`\n${name}: ${about} (load ${currentLoad()})`);
  try {
    const result = await measured({ name, about }, run);
    printTable(result.figures);
    results.push(result);
  } catch (error) {
    // One failure does not discard the other benchmarks.
    console.error(error);
    process.exitCode = 1;
  }
}

function optionsOrExit() {
  try {
    const read = readOptions(process.argv.slice(3), {
      dataDir: process.env['DATA_DIR'] ?? '.data',
      from: process.env['INIT_CWD'] ?? process.cwd(),
    });
    const unknown = read.only.filter((name) => !benchmarks.some((one) => one.name === name));
    if (unknown.length > 0) throw new Error(`No benchmark is called ${unknown.join(' or ')}`);
    return read;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`${usage}\n${benchmarks.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}`);
    process.exit(2);
  }
}

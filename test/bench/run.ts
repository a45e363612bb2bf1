/** `npm run bench`: measures what the project promises of its speed and prints it beside the goal. Never a test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCases } from './cases.ts';
import { type Figure, printTable } from './figures.ts';
import { measureWebhooks } from './webhooks.ts';
import { timed, timedDemo, timedStart } from './programs.ts';

const figures: Figure[] = [];
const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  console.log('Setting up …');
  await timedDemo(dataDir); // fills the caches: what follows is warm
  console.log('Measuring the start …');
  const stack = await timedStart(dataDir);
  figures.push({ name: 'npm start to ready, warm', value: stack.seconds, unit: 's', goal: 10 });
  try {
    figures.push(...(await measureCases(stack)));
    console.log('Measuring webhooks, for three minutes …');
    figures.push(...(await measureWebhooks(stack, dataDir)));
  } finally {
    await stack.stop();
  }
  console.log('Measuring the demo …');
  figures.push({
    name: 'npm run demo, warm, with its own stack',
    value: await timedDemo(dataDir),
    unit: 's',
    goal: 40,
  });
  console.log('Measuring the unit tests …');
  const unitTests = await timed(['--no-install', 'vitest', 'run', '--project', 'unit']);
  figures.push({ name: 'unit tests alone', value: unitTests, unit: 's', goal: 20 });
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
printTable(figures);

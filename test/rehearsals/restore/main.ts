/**
 * `npm run rehearse-restore [-- --cases <number>]`: a deployment with cases in every state is backed up as docs/backup.md
 * says, goes on, and is destroyed; another one is restored from the backup, verified, and goes on. Prints how long each step
 * took. Ends with code 1 if something is not as it was.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { copyIn, copyOut, newFolder } from '../../e2e/support/copied-tables.ts';
import { metricsOf, sampleOf } from '../../e2e/support/metrics.ts';
import { prepareSite, services, type Site, startDeployment, workers } from '../deployment.ts';
import { act, isOpen, type Made, makeCases, see, type Seen } from './cases.ts';

const { values } = parseArgs({ args: process.argv.slice(3), options: { cases: { type: 'string', default: '130' } } });
const count = Number(values.cases);
if (!Number.isSafeInteger(count) || count < 26) throw new Error('--cases must be a whole number of at least 26');

const steps: { name: string; seconds: number }[] = [];
const kept = await newFolder();

const lost = await step('make a deployment', () => startDeployment(process.env));
const made = await step(`make ${count} cases`, () => makeCases(lost, count));
const seen = new Map<Made, Seen>();
for (const one of made) seen.set(one, await see(lost, one));
const open = made.filter((one) => isOpen(seen.get(one) as Seen));
const [before, after] = made.filter((one) => stateOf(one) === 'withdrawn');
const [goesOn] = open;
if (!before || !after || !goesOn) throw new Error('too few cases');
await ops(lost, 'case', 'erase', before.id);
seen.set(before, await see(lost, before));

// The backup, and what happens after it.
await step('write the ends of the hash chains', () =>
  ops(lost, 'case', 'verify', '--all', '--write-heads', join(kept, 'heads')),
);
// Temporal first: a workflow may be behind its row.
const keptTemporal = join(kept, 'temporal.db');
await step('copy the database of Temporal', async () => {
  const database = new DatabaseSync(lost.temporalFile, { readOnly: true });
  await backup(database, keptTemporal);
  database.close();
});
const dump = await step('dump the database', () => copyOut(lost.url()));
await ops(lost, 'case', 'erase', after.id);
await act(lost, goesOn, 'advance');
const [unsaved] = await makeCases(lost, 1);
await cp(join(lost.folder, 'erasures'), join(kept, 'erasures'), { recursive: true });
await lost.stop();

// Another deployment, from what was kept alone.
const beganAt = performance.now();
const site = await prepareSite(process.env);
await step('start PostgreSQL, create the database', async () => {
  await site.servers.database.start();
  await site.createDatabase();
});
await step('restore the databases', async () => {
  await mkdir(dirname(site.temporalFile), { recursive: true });
  await copyFile(keptTemporal, site.temporalFile);
  await copyIn(dump, site.url());
});
await cp(join(kept, 'erasures'), join(site.folder, 'erasures'), { recursive: true });
for (const task of ['database', 'erasures', 'feeds', 'verify']) await step(`task \`${task}\``, () => tasks(site, task));
await step('compare the ends of the hash chains', () =>
  ops(site, 'case', 'verify', '--all', '--heads', join(kept, 'heads')),
);
await step('start Temporal', () => site.servers.temporal.start());
await step('start the workers, until every open case has its workflow', async () => {
  await site.servers.mailbox.start();
  await Promise.all(workers.map((name) => site.processes.start(name)));
  const rounds = async () => metricsOf(site.processes.operationsUrl('case-worker'));
  while (sampleOf(await rounds(), 'evict_reconcile_rounds_total', { result: 'done' }) === 0) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});
await step('start the gateways', () =>
  Promise.all(services.filter((name) => !workers.includes(name)).map((name) => site.processes.start(name))),
);
steps.push({ name: '**from nothing until it serves**', seconds: (performance.now() - beganAt) / 1000 });
const restored = await site.connect();
const faults: string[] = [];
await step(`read ${count} cases, advance ${open.length} open ones`, async () => {
  for (const [one, was] of seen) {
    const expected = one === after ? { refused: 'erased' } : was;
    const is = await see(restored, one);
    if (isDeepStrictEqual(is, expected)) continue;
    faults.push(`${one.id}: ${JSON.stringify(is)}, not ${JSON.stringify(expected)}`);
  }
  // Its organization too was made after the backup.
  if (unsaved && !isDeepStrictEqual(await see(restored, unsaved), { refused: 'unauthenticated' })) {
    faults.push(`${unsaved.id} was created after the backup`);
  }
  for (const one of open) {
    await act(restored, one, 'advance').catch((error: Error) => faults.push(`${one.id}: ${error.message}`));
  }
});
await restored.disconnect();
const bytes = { temporal: (await stat(keptTemporal)).size, evictions: await sizeOf(dump) };
await site.tearDown();
await Promise.all([kept, dump].map((folder) => rm(folder, { recursive: true })));

console.log('\n| Step | Seconds |\n| --- | --- |');
for (const { name, seconds } of steps) console.log(`| ${name} | ${seconds.toFixed(1)} |`);
const megabytes = Object.entries(bytes).map(([name, size]) => `${name} ${(size / 2 ** 20).toFixed(1)} MB`);
console.log(`\n${count} cases, ${open.length} of them open; dumps: ${megabytes.join(', ')}.`);
console.log(faults.length === 0 ? 'Everything is as it was.' : faults.join('\n'));
process.exit(faults.length === 0 ? 0 : 1);

function stateOf(one: Made): string | null {
  const was = seen.get(one);
  return was && 'state' in was ? was.state : null;
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  steps.push({ name, seconds });
  console.log(`${name}: ${seconds.toFixed(1)} s`);
  return result;
}

/** Fails with what the program has printed. */
async function run(at: Pick<Site, 'environment'>, service: string, args: readonly string[]): Promise<void> {
  const program = fileURLToPath(new URL(`../../../services/${service}/src/main.ts`, import.meta.url));
  await promisify(execFile)(process.execPath, [program, ...args], { env: at.environment() });
}

function tasks(at: Pick<Site, 'environment'>, task: string): Promise<void> {
  return run(at, 'tasks', [task]);
}

function ops(at: Pick<Site, 'environment'>, ...args: string[]): Promise<void> {
  return run(at, 'ops', [...args, '--operator', 'robin']);
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

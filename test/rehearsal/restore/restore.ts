import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual, promisify } from 'node:util';
import { copyIn, copyOut, newFolder } from '../../e2e/support/copied-tables.ts';
import { metricsOf, sampleOf } from '../../e2e/support/metrics.ts';
import { type Deployment, prepareDeployment, programOf, type Site, startDeployment } from '../support/deployment.ts';
import type { Options, Outcome } from '../support/outcome.ts';
import { until } from '../support/until.ts';
import { isOpen, type Made, makeCases, see, type Seen } from './cases.ts';

/** The fewest cases among which every necessary state occurs. */
const fewest = 26;

/** What remains of a deployment after it is destroyed. */
interface Kept {
  folder: string;
  dump: string;
  /** What customers saw of each case. */
  seen: ReadonlyMap<Made, Seen>;
  /** A case that was erased after the backup. */
  erased: Made;
  /** A case that was created after the backup. */
  unsaved: Made;
}

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Backs up a deployment with cases in every state as docs/backup-and-upgrade.md says, lets it continue, and destroys it.
 * Then restores another deployment from the backup, verifies it, and lets it continue.
 */
export async function run({ env, short, cases }: Options): Promise<Outcome> {
  const count = Math.max(fewest, cases ?? (short ? fewest : 130));
  const rows: { step: string; seconds: number }[] = [];
  const step: Step = async (name, work) => {
    const startedAt = performance.now();
    const result = await work();
    rows.push({ step: name, seconds: (performance.now() - startedAt) / 1000 });
    console.log(name);
    return result;
  };
  const lost = await step('start a deployment', () => startDeployment(env));
  const kept = await backUp(lost, count, step);
  const faults = await step('the whole restore', () => restore(env, kept, step));
  await Promise.all([kept.folder, kept.dump].map((folder) => rm(folder, { recursive: true })));
  return { rows, faults };
}

/** Backs up the deployment, lets it continue, and stops it. Only the backup remains. */
async function backUp(lost: Deployment, count: number, step: Step): Promise<Kept> {
  const folder = await newFolder();
  const made = await step(`create ${count} cases`, () => makeCases(lost.api, count));
  const seen = new Map<Made, Seen>();
  for (const one of made) seen.set(one, await see(lost.api, one));
  const inState = (holds: (was: Seen) => boolean) => [...seen].flatMap(([one, was]) => (holds(was) ? [one] : []));
  const [before, erased] = inState((was) => 'state' in was && was.state === 'withdrawn');
  const [goesOn] = inState(isOpen);
  if (!before || !erased || !goesOn) throw new Error('too few cases');
  await ops(lost, 'case', 'erase', before.id);
  seen.set(before, await see(lost.api, before));

  // Temporal is copied first, because a workflow may be behind its row.
  await step('copy the database of Temporal', async () => {
    const database = new DatabaseSync(lost.temporalFile, { readOnly: true });
    await backup(database, join(folder, 'temporal.db'));
    database.close();
  });
  const dump = await step('dump the database', () => copyOut(lost.url()));
  // Of everything that happens after the backup, only the list of erasures survives.
  await ops(lost, 'case', 'erase', erased.id);
  await goesOn.at(lost.api).advanceCase({ id: goesOn.id });
  const [unsaved] = await makeCases(lost.api, 1);
  await cp(join(lost.folder, 'erasures'), join(folder, 'erasures'), { recursive: true });
  await lost.stop();
  return { folder, dump, seen, erased, unsaved: unsaved! };
}

/** Restores into a new deployment, using only what remained. Resolves to a sentence for each difference. */
async function restore(env: NodeJS.ProcessEnv, kept: Kept, step: Step): Promise<string[]> {
  const site = await prepareDeployment(env);
  const { servers, processes } = site;
  await step('start PostgreSQL and create the database', async () => {
    await servers.database.start();
    await site.createDatabase();
  });
  await step('restore the databases', async () => {
    await mkdir(dirname(site.temporalFile), { recursive: true });
    await copyFile(join(kept.folder, 'temporal.db'), site.temporalFile);
    await copyIn(kept.dump, site.url());
  });
  await cp(join(kept.folder, 'erasures'), join(site.folder, 'erasures'), { recursive: true });
  await step('prepare the database', () => ops(site, 'deploy', 'prepare', '--without-temporal'));
  await step('repeat the erasures and continue the feeds', () => ops(site, 'deploy', 'restored'));
  await step('verify every case', () => ops(site, 'case', 'verify', '--all'));
  await step('start Temporal', () => servers.temporal.start());
  const isWorker = ({ service }: (typeof processes)[number]) => service.endsWith('worker');
  await step('start the workers and wait until every open case has its workflow', async () => {
    await servers.mailbox.start();
    await Promise.all(processes.filter(isWorker).map((one) => one.start()));
    const { operationsUrl } = site.of('case-worker');
    await until(async () => {
      const rounds = sampleOf(await metricsOf(operationsUrl), 'evict_reconcile_rounds_total', { result: 'done' });
      if (rounds === 0) throw new Error('the reconciler has not compared every case yet');
    });
  });
  await step('start the gateways', () =>
    Promise.all(processes.filter((one) => !isWorker(one)).map((one) => one.start())),
  );
  const { api, disconnect } = await site.connect();
  const faults = await step('read every case and advance the open ones', () => compare(api, kept));
  await disconnect();
  await site.tearDown(faults.length > 0);
  return faults;
}

async function compare(api: string, { seen, erased, unsaved }: Kept): Promise<string[]> {
  const faults: string[] = [];
  for (const [one, was] of seen) {
    const expected = one === erased ? { refused: 'erased' } : was;
    const is = await see(api, one);
    if (!isDeepStrictEqual(is, expected)) {
      faults.push(`${one.id} is ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`);
    }
  }
  // The organization of this case was created after the backup, too.
  if (!isDeepStrictEqual(await see(api, unsaved), { refused: 'unauthenticated' })) {
    faults.push(`${unsaved.id} was created after the backup but still exists`);
  }
  for (const [one, was] of seen) {
    if (!isOpen(was)) continue;
    const advanced = one.at(api).advanceCase({ id: one.id });
    await advanced.catch((error: Error) => faults.push(`${one.id}: ${error.message}`));
  }
  return faults;
}

/** Runs the operators' command line. Rejects with its output if it fails. */
async function ops(at: Pick<Site, 'environment'>, ...args: string[]): Promise<void> {
  const env = at.environment();
  await promisify(execFile)(process.execPath, [programOf('ops'), ...args, '--operator', 'robin'], { env });
}

/**
 * `npm run alerts [-- <alert> ...]`: checks the rules, then causes each alert, or those named, in a deployment of its own
 * with a real Prometheus and Alertmanager, and waits for its mail and its end. `--check` only checks the rules. Ends with
 * code 1 if one fails.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Cause, causes } from './causes/index.ts';
import { startDeployment } from '../deployment.ts';
import { type Monitoring, startMonitoring } from './monitoring.ts';
import { findPrograms } from './programs.ts';
import { allIsWell, rehearse, type Rehearsal } from './rehearse.ts';
import { keepResults, tableOf } from './results.ts';
import { rulesOf } from './rules.ts';

/** Minutes become two seconds. */
const usualFactor = 30;

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = fileURLToPath(new URL('../../../deploy/observability/prometheus/', import.meta.url));
const programs = findPrograms(process.env);
checkRules();
if (values.check) process.exit(0);

const order = rulesOf(readFileSync(`${folder}alerts.yml`, 'utf8')).map(({ alert }) => alert);
const unknown = positionals.filter((name) => !causes.some(({ alert }) => alert === name));
if (unknown.length > 0) throw new Error(`no cause for ${unknown.join(', ')}`);
const chosen =
  positionals.length === 0 ? causes : positionals.flatMap((name) => causes.filter(({ alert }) => alert === name));
const factorOf = (alert?: string) => causes.find((cause) => cause.alert === alert)?.factor ?? usualFactor;

const failed: string[] = [];
const results: Rehearsal[] = [];
const world = await startDeployment(process.env);
try {
  const monitoring = await startMonitoring(world, process.env, programs, factorOf);
  try {
    for (const causesAtOnce of groupsOf(chosen)) {
      await allIsWell(monitoring);
      await Promise.all(causesAtOnce.map((cause) => run(monitoring, cause, causesAtOnce.length === 1)));
    }
  } finally {
    await monitoring.stop();
  }
} finally {
  await world.stop();
}
console.log(`\n${tableOf(results)}\n\nfailed: ${failed.join(', ') || 'none'}`);
process.exit(failed.length > 0 ? 1 : 0);

function groupsOf(all: readonly Cause[]): Cause[][] {
  const groups = new Map<string, Cause[]>();
  for (const cause of all) {
    const group = cause.group ?? cause.alert;
    groups.set(group, [...(groups.get(group) ?? []), cause]);
  }
  return [...groups.values()];
}

/** Keeps the result at once. What fired beside one that was not alone is that of another. */
async function run(monitoring: Monitoring, cause: Cause, isAlone: boolean): Promise<void> {
  try {
    const result = await rehearse(world, monitoring, { ...cause, factor: factorOf(cause.alert) });
    results.push({ ...result, alsoFired: isAlone ? result.alsoFired : null });
    keepResults(results, order);
    console.log(`${cause.alert}: fired after ${result.firedAfter} s, ended after ${result.resolvedAfter} s`);
  } catch (error) {
    failed.push(cause.alert);
    console.error(`${cause.alert} failed:`, error);
  }
}

function checkRules(): void {
  for (const args of [
    ['check', 'config', `${folder}prometheus.yml`],
    ['test', 'rules', `${folder}alerts.test.yml`],
  ]) {
    const { status } = spawnSync(programs.promtool, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`promtool ${args.join(' ')} ended with ${status}`);
  }
}

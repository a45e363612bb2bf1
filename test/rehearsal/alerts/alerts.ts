import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDeployment } from '../support/deployment.ts';
import { isChosen, type Options, type Outcome } from '../support/outcome.ts';
import type { Cause, Causes } from './cause.ts';
import { ofProcesses } from './causes/processes.ts';
import { ofServers } from './causes/servers.ts';
import { ofTenants } from './causes/tenants.ts';
import { allIsWell, follow } from './follow.ts';
import { startMonitoring } from './monitoring.ts';
import { rulesOf } from './rules.ts';

export const causes: Causes = { ...ofProcesses, ...ofServers, ...ofTenants };

/** Minutes become two seconds. */
const usualFactor = 30;
const factorOf = (alert?: string) => causes[alert ?? '']?.factor ?? usualFactor;
const groupOf = ([alert, cause]: [string, Cause]): string => cause.group ?? alert;
const retries = { MAIL_RETRY_DELAYS: '1s,1s,1s,1s', WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s' };
const folder = fileURLToPath(new URL('../../../deploy/observability/prometheus/', import.meta.url));

/**
 * Checks the rules, then causes each alert in a deployment with a real Prometheus and Alertmanager, and waits for its mail
 * and its end. The short form only checks the rules.
 */
export async function run(options: Options): Promise<Outcome> {
  const programs = findPrograms(options.env);
  const rows: Awaited<ReturnType<typeof follow>>[] = [];
  const faults = checkRules(programs.promtool);
  if (options.short || faults.length > 0) return { rows, faults };
  const chosen = Object.entries(causes).filter(([alert]) => isChosen(options, alert));
  const world = await startDeployment(options.env, { settings: () => retries });
  try {
    const monitoring = await startMonitoring(world, options.env, programs, factorOf);
    try {
      const groups = new Set(chosen.map(groupOf));
      for (const group of groups) {
        await allIsWell(monitoring);
        const tryOne = async ([alert, cause]: [string, Cause]) => {
          const row = await follow(world, monitoring, alert, { ...cause, factor: factorOf(alert) });
          rows.push(row);
          console.log(`${alert}: fired after ${row['fired, s']} s, ended after ${row['ended, s']} s`);
        };
        const tried = await Promise.allSettled(chosen.filter((one) => groupOf(one) === group).map(tryOne));
        for (const one of tried) if (one.status === 'rejected') faults.push((one.reason as Error).message);
      }
    } finally {
      await monitoring.stop();
    }
  } finally {
    await world.stop(faults.length > 0);
  }
  // In the order of the rules.
  const order = rulesOf(readFileSync(`${folder}alerts.yml`, 'utf8')).map(({ alert }) => alert);
  return { rows: rows.toSorted((one, other) => order.indexOf(one.alert) - order.indexOf(other.alert)), faults };
}

/** Prometheus, its node_exporter and Alertmanager, under their own names or those of Debian. */
const programNames = {
  prometheus: ['prometheus'],
  promtool: ['promtool'],
  alertmanager: ['alertmanager', 'prometheus-alertmanager'],
  nodeExporter: ['node_exporter', 'prometheus-node-exporter'],
};
export type Programs = Record<keyof typeof programNames, string>;

/** Their paths. Throws, with what to install, if one is missing. */
function findPrograms(env: NodeJS.ProcessEnv): Programs {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const found = Object.entries(programNames).map(([program, known]) => {
    const paths = folders.flatMap((path) => known.map((name) => join(path, name)));
    return [program, paths.find((path) => existsSync(path))] as const;
  });
  const missing = found.flatMap(([program, path]) => (path === undefined ? [program] : []));
  if (missing.length === 0) return Object.fromEntries(found) as Programs;
  const packages = 'prometheus prometheus-alertmanager prometheus-node-exporter';
  throw new Error(
    `${missing.join(', ')} not found on PATH. On Debian: apt install ${packages}; elsewhere https://prometheus.io/download/`,
  );
}

function checkRules(promtool: string): string[] {
  const checks = [
    ['check', 'config', `${folder}prometheus.yml`],
    ['test', 'rules', `${folder}alerts.test.yml`],
  ];
  return checks.flatMap((args) => {
    const { status } = spawnSync(promtool, args, { stdio: 'inherit' });
    return status === 0 ? [] : [`promtool ${args.join(' ')} ended with ${status}`];
  });
}

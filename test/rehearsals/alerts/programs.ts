import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Env } from '../deployment.ts';

/** Prometheus, its node_exporter and Alertmanager, under their own names or those of Debian. */
const names = {
  prometheus: ['prometheus'],
  promtool: ['promtool'],
  alertmanager: ['alertmanager', 'prometheus-alertmanager'],
  amtool: ['amtool'],
  nodeExporter: ['node_exporter', 'prometheus-node-exporter'],
} as const;
export type Programs = Record<keyof typeof names, string>;

/** Their paths. Throws, with what to install, if one is missing. */
export function findPrograms(env: Env): Programs {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const found = Object.entries(names).map(([program, known]) => {
    const paths = folders.flatMap((folder) => known.map((name) => join(folder, name)));
    return [program, paths.find((path) => existsSync(path))] as const;
  });
  const missing = found.flatMap(([program, path]) => (path === undefined ? [program] : []));
  if (missing.length === 0) return Object.fromEntries(found) as Programs;
  throw new Error(
    `${missing.join(', ')} not found on PATH. On Debian: apt install prometheus prometheus-alertmanager prometheus-node-exporter; elsewhere https://prometheus.io/download/`,
  );
}

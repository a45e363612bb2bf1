import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { metricTable } from './metric-table.ts';

// These tests compare the metrics in deploy/observability with the table, and the alerts there with the runbook.

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: 'page' | 'ticket' | 'heartbeat' };
  annotations: { summary: string };
}

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const dashboard = JSON.parse(read('deploy/observability/grafana/dashboards/eviction-case-service.json')) as {
  panels: { id: number; title: string; targets?: { expr: string }[] }[];
  templating: { list: { definition?: string }[] };
};
const rules = (
  parse(read('deploy/observability/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

const drawn = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));
const asked = dashboard.templating.list.flatMap(({ definition }) => (definition ? [['variable', definition]] : []));
const alerts = rules.filter(({ expr }) => expr !== 'vector(1)').map(({ alert, expr }) => [alert, expr] as const);
const expressions = [...drawn, ...asked, ...alerts] as [string, string][];

/** The metrics that an expression may use, each with its labels. */
const known = new Map<string, readonly string[]>(await knownMetrics());
/** Labels that Prometheus adds itself. */
const scraped = ['service', 'instance', 'job', 'le'];

test.each(expressions)('%s uses existing metrics and labels: %s', (_title, expr) => {
  const metrics = [...expr.matchAll(/\b(evict|process|nodejs|kubelet|node)_\w+|\bup\b/g)].map(([name]) => name);
  expect(metrics).not.toEqual([]);
  expect(metrics.filter((name) => !known.has(name))).toEqual([]);
  for (const [, name = '', matchers = ''] of expr.matchAll(/(\w+)\{([^}]*)\}/g)) {
    const labels = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
    const has = [...(known.get(name) ?? []), ...scraped];
    expect([name, labels.filter((label) => !has.includes(label))]).toEqual([name, []]);
  }
  const all = [...metrics.flatMap((name) => known.get(name) ?? []), ...scraped];
  for (const [, list = ''] of expr.matchAll(/\bby \(([^)]*)\)/g)) {
    expect(list.split(', ').filter((label) => !all.includes(label))).toEqual([]);
  }
});

test('every metric in the table is on the dashboard', () => {
  const text = drawn.map(([, expr]) => expr).join('\n');
  expect(Object.values(metricTable).filter(({ name }) => !text.includes(name))).toEqual([]);
});

test('no two panels have the same id', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test('every alert has a summary and a runbook entry with its urgency, and the runbook has no other entries', () => {
  for (const { annotations } of rules) expect(annotations.summary).toMatch(/\.$/);
  const entries = read('docs/runbook.md').split('\n## ').slice(1);
  const urgencies = { page: 'A page.', ticket: 'A ticket.', heartbeat: 'One mail a day.' } as const;
  const opening = (entry: string) => entry.split('\n').slice(0, 3);
  expect(entries.map(opening)).toEqual(rules.map(({ alert, labels }) => [alert, '', urgencies[labels.severity]]));
  for (const entry of entries) {
    const points = [...entry.matchAll(/^- \*\*(\w+):\*\* \S/gm)].map(([, point]) => point);
    expect([opening(entry)[0], points.filter((point) => point !== 'Means')]).toEqual([
      opening(entry)[0],
      ['Look', 'Do'],
    ]);
  }
});

async function knownMetrics(): Promise<[string, readonly string[]][]> {
  const own = Object.values(metricTable).flatMap(({ type, name, labels }): [string, readonly string[]][] => {
    const names = type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name];
    return names.map((one) => [one, labels]);
  });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ofTheProcess = registry.getMetricsAsArray().map(({ name }): [string, readonly string[]] => [name, []]);
  registry.clear();
  const ofTheMachine = [
    'kubelet_volume_stats_available_bytes',
    'kubelet_volume_stats_capacity_bytes',
    'node_filesystem_avail_bytes',
    'node_filesystem_size_bytes',
  ].map((name): [string, readonly string[]] => [name, ['fstype']]);
  return [...own, ...ofTheProcess, ...ofTheMachine, ['up', []]];
}

import { expect, test } from 'vitest';
import { metricTable } from './metric-table.ts';
import { metrics, registry } from './metrics.ts';

const rows = Object.entries(metricTable);

test.each(rows)(
  '%s follows the naming rules of Prometheus and has a help text',
  (_key, { type, name, help, labels }) => {
    expect(name).toMatch(/^evict_[a-z]+(_[a-z]+)*$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(type !== 'histogram' || name.endsWith('_seconds')).toBe(true);
    expect(help).toMatch(/^\S.{10,}\.$/);
    expect(new Set(labels).size).toBe(labels.length);
  },
);

test('no two metrics have the same name', () => {
  expect(new Set(rows.map(([, { name }]) => name)).size).toBe(rows.length);
});

test('labels come from a fixed list of words, none of which identifies a case or a tenant', () => {
  const allowed = `action activity channel check command document kind limit method mode next outcome reason
    result route rule server state status step table`;
  expect([...new Set(rows.flatMap(([, { labels }]) => labels))].sort()).toEqual(allowed.split(/\s+/));
});

test('a metric is registered for every row of the metric table, has the name in that row, and refuses labels that the row lacks', async () => {
  expect(Object.keys(metrics).sort()).toEqual(Object.keys(metricTable).sort());
  metrics.limitsHit.inc({ limit: 'note' });
  expect(await registry.getSingleMetricAsString(metricTable.limitsHit.name)).toContain(
    'evict_rate_limits_hit_total{limit="note"} 1',
  );
  expect(() => metrics.limitsHit.inc({ organization: 'one' } as never)).toThrow('label');
});

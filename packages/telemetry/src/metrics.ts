import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type MetricTable, metricTable } from './metric-table.ts';

export const registry = new Registry();

/** A metric for each row of the metric table, under the same key. */
export const metrics = build();

type Key = keyof MetricTable;
type LabelOf<K extends Key> = MetricTable[K]['labels'][number];
type MetricOf<K extends Key> = {
  counter: Counter<LabelOf<K>>;
  gauge: Gauge<LabelOf<K>>;
  histogram: Histogram<LabelOf<K>>;
}[MetricTable[K]['type']];

function build(): { [K in Key]: MetricOf<K> } {
  const entries = Object.entries(metricTable).map(([key, row]) => [key, create(row)]);
  return Object.fromEntries(entries) as { [K in Key]: MetricOf<K> };
}

function create(row: MetricTable[Key]) {
  const { name, help } = row;
  const options = { name, help, labelNames: [...row.labels], registers: [registry] };
  switch (row.type) {
    case 'counter':
      return new Counter(options);
    case 'gauge':
      return new Gauge(options);
    case 'histogram':
      return new Histogram({ ...options, buckets: [...row.buckets] });
  }
}

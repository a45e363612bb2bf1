import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type MetricTable, metricTable } from './metric-table.ts';

/** The registry of this process's metrics. */
export const registry = new Registry();

/** The metrics of the table, by their keys. */
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

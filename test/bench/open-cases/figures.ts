import { measured } from '../cpu.ts';
import type { Figure } from '../figures.ts';
import { requests } from './latency.ts';
import type { Sample } from './sample.ts';
import { upkeep } from './upkeep-table.ts';

/** The figures of the last sample, and whether its cases cost more than those of the sample before. */
export function figuresOf(samples: readonly Sample[]): Figure[] {
  const [first, last] = [samples[0], samples.at(-1)];
  const before = samples.at(-2) ?? first;
  if (!first || !last || !before) return [];
  return [
    { name: 'cases opened', value: last.cases, unit: 'cases' },
    { name: 'cases opened in a minute', value: last.opened.perMinute, unit: 'cases' },
    ...(['service', 'temporal', 'visibility'] as const).flatMap((name): Figure[] => {
      const bytes = (from: Sample, to: Sample) => (to.bytes[name] - from.bytes[name]) / (to.cases - from.cases);
      return [
        { name: `database ${name} for a case`, value: bytes(first, last) / 1024, unit: 'KiB' },
        {
          name: `database ${name}, the later cases against the earlier`,
          value: bytes(before, last) / bytes(first, before),
          unit: 'times',
          goal: { atMost: 1.2 },
        },
      ];
    }),
    { name: 'history of a case', value: last.historyBytes / 1024, unit: 'KiB' },
    ...measured.flatMap((name): Figure[] => [
      { name: `memory of ${name}`, value: last.memoryMiB[name], unit: 'MiB' },
      { name: `memory of ${name}, at the sample before`, value: before.memoryMiB[name], unit: 'MiB' },
      { name: `CPU time of ${name} to open a case`, value: last.opened.cpuMs[name], unit: 'ms' },
      { name: `CPU of ${name} at rest`, value: last.atRest.cpuPercent[name], unit: '%' },
    ]),
    ...requests.flatMap((name): Figure[] => [
      { name: `${name}, p50`, value: last.latencies[name].p50, unit: 'ms' },
      { name: `${name}, p99`, value: last.latencies[name].p99, unit: 'ms' },
    ]),
    ...upkeep.map((name): Figure => ({ name, value: last.upkeepMs[name], unit: 'ms' })),
  ];
}

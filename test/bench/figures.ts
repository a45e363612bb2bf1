export interface Figure {
  name: string;
  value: number;
  unit: 's' | 'ms' | 'events' | 'KiB' | 'times';
  /** At most this. */
  goal?: number;
}

/** Figures in columns, each with its goal and whether it keeps it. */
export function printTable(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const { name, value, unit, goal } of figures) {
    const shown = `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`.padStart(12);
    const verdict = goal === undefined ? '' : `  goal ${goal} ${unit}${value <= goal ? '' : '  MISSED'}`;
    console.log(`${name.padEnd(width)}${shown}${verdict}`);
  }
}

/** The value that so much of all (0 to 1) stays at or below. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

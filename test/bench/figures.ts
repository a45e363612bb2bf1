/** One measured number, as it is printed, drawn and stored. */
export interface Figure {
  name: string;
  value: number;
  unit: Unit;
  goal?: Goal;
  /** Over the rounds: the first and the third quartile. */
  spread?: readonly [number, number];
}

export type Goal = { atMost: number } | { atLeast: number };
type Unit = 'executions' | 's' | 'ms' | '/s' | 'events' | 'transactions' | 'cases' | 'KiB' | 'MiB' | 'times' | '%';

/** Whether the goal is met; null without one. */
export function keepsGoal({ value, goal }: Figure): boolean | null {
  if (goal === undefined) return null;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

/** Figures in columns, each with its spread, its goal and whether it meets it. */
export function printTable(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const figure of figures) {
    const { name, value, unit, spread, goal } = figure;
    const shown = `${digits(value)} ${unit}`.padStart(18);
    const range = spread === undefined ? '' : `${digits(spread[0])} to ${digits(spread[1])}`;
    const verdict = goal === undefined ? '' : `${goalText(goal)} ${unit}  ${keepsGoal(figure) ? 'kept' : 'MISSED'}`;
    console.log(`${name.padEnd(width)}${shown}  ${range.padEnd(18)}${verdict}`.trimEnd());
  }
}

export function goalText(goal: Goal): string {
  return 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
}

export function digits(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}

/** The quantile of the values, 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

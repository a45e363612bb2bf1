/** A measured number. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  goal?: Goal;
  /** The first and the third quartile of the rounds. */
  quartiles?: readonly [number, number];
}

type Goal = { atMost: number } | { atLeast: number };

/** The results of both sides of a comparison, measured one right after the other. */
export interface Round {
  ours: number;
  bare: number;
}

/**
 * Runs both sides in turn, so that noise on the machine affects both. The first round warms them up and isn't counted.
 */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) measured.push({ ours: await ours(), bare: await bare() });
  return measured.slice(1);
}

/** Returns the median of the rounds' ratios, and the median of each side. */
export function compared(
  name: string,
  rounds: readonly Round[],
  { unit, goal, sides = ['ours', 'bare'] }: { unit: string; goal: Goal; sides?: readonly [string, string] },
): Figure[] {
  const [ours, bare] = [rounds.map((round) => round.ours), rounds.map((round) => round.bare)];
  const ratios = rounds.map((round) => round.ours / round.bare);
  return [
    { ...median(`${name}: ${sides.join(' against ')}`, ratios, 'times'), goal },
    median(`${name}: ${sides[0]}`, ours, unit),
    median(`${name}: ${sides[1]}`, bare, unit),
  ];
}

/** Returns the median of repeated measurements, with its quartiles. */
export function median(name: string, values: readonly number[], unit: string): Figure {
  return { name, value: quantile(values, 0.5), unit, quartiles: [quantile(values, 0.25), quantile(values, 0.75)] };
}

/** Returns a quantile of the values, with `part` from 0 to 1. NaN if there are no values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Returns a figure as a row of the report. */
export function rowOf({ name, value, unit, quartiles, goal }: Figure) {
  const row = { name, value, unit, quartiles: quartiles?.map(rounded).join(' to ') ?? '' };
  if (goal === undefined) return { ...row, goal: '', result: '' };
  const isMet = 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
  const text = 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
  return { ...row, goal: text, result: isMet ? 'met' : 'MISSED' };
}

/** Formats a number with about three significant digits. */
export function rounded(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}

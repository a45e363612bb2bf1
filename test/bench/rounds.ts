import { type Figure, type Goal, quantile } from './figures.ts';

/** The figures of both sides in one round, measured one right after the other. */
export interface Round {
  ours: number;
  bare: number;
}

/** Runs both sides in turn, A B A B …; a first round warms both up and does not count. */
export async function inTurn(
  rounds: number,
  ours: (round: number) => Promise<number>,
  bare: (round: number) => Promise<number>,
): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) measured.push({ ours: await ours(round), bare: await bare(round) });
  return measured.slice(1);
}

/** The median of the rounds' ratios, and of each side. */
export function compared(
  name: string,
  rounds: readonly Round[],
  { unit, goal, sides = ['ours', 'bare'] }: { unit: Figure['unit']; goal: Goal; sides?: readonly [string, string] },
): Figure[] {
  const ratio = rounds.map(({ ours, bare }) => ours / bare);
  return [
    { ...median(`${name}: ${sides.join(' against ')}`, ratio, 'times'), goal },
    median(
      `${name}: ${sides[0]}`,
      rounds.map(({ ours }) => ours),
      unit,
    ),
    median(
      `${name}: ${sides[1]}`,
      rounds.map(({ bare }) => bare),
      unit,
    ),
  ];
}

/** The median of repeated measurements, with its quartiles. */
export function median(name: string, values: readonly number[], unit: Figure['unit']): Figure {
  return { name, value: quantile(values, 0.5), unit, spread: [quantile(values, 0.25), quantile(values, 0.75)] };
}

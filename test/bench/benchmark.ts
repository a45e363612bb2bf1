import type { Figure } from './figures.ts';
import type { BenchOptions } from './options.ts';
import type { BenchStack } from './programs.ts';

/** One row of the table in `run.ts`. */
export type Benchmark = {
  /** Its name for `--only`. */
  name: string;
  /** What is measured, against what. */
  about: string;
  /** Even at its smallest: not part of `--tiny` unless it is named. */
  takesMinutes?: true;
} & (
  | { needs: 'stack'; measure: (stack: BenchStack, options: MeasureOptions) => Promise<Figure[]> }
  /** Measures with no stack running. */
  | { needs: 'nothing'; measure: (dataDir: string) => Promise<Figure[]> }
);

type MeasureOptions = Omit<BenchOptions, 'only' | 'profile'>;

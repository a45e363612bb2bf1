import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Names of benchmarks; empty: all of them. */
  only: readonly string[];
  full: boolean;
  rounds: number;
  /** Where the figures are written; the picture has the same name with `.svg`. */
  json: string;
  /** The folder for CPU profiles; null for none. */
  profile: string | null;
}

export const usage = `usage: npm run bench -- [options]
  --only NAME[,NAME]  only these benchmarks
  --rounds COUNT      how often both sides take turns (5)
  --full              everything at its full size: 5,000 open cases, 10,000,000 events
  --json FILE         where the figures go (bench/results.json under DATA_DIR); the picture goes beside it as .svg
  --profile DIR       CPU profiles of gateways and workers into this folder, and their largest costs at the end`;

/** Reads the command line; throws for unknown arguments. Relative paths start from `from`. */
export function readOptions(args: string[], { dataDir, from }: { dataDir: string; from: string }): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      full: { type: 'boolean', default: false },
      json: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number of 1 or more');
  return {
    only: values.only === '' ? [] : values.only.split(','),
    full: values.full,
    rounds,
    json: values.json === undefined ? resolve(dataDir, 'bench/results.json') : resolve(from, values.json),
    profile: values.profile === undefined ? null : resolve(from, values.profile),
  };
}

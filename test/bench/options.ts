import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Names of benchmarks; empty: all of them. */
  only: readonly string[];
  full: boolean;
  /** As little as shows that each benchmark ends: one round of a few requests. */
  tiny: boolean;
  /** Open cases of `open-cases`; null for its own number. */
  cases: number | null;
  /** How long `open-cases` opens cases at most; null for no limit. */
  minutes: number | null;
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
  --tiny              as little of everything as shows that it ends; the figures mean nothing
  --cases COUNT       how many cases open-cases opens
  --minutes COUNT     after which it stops opening more
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
      tiny: { type: 'boolean', default: false },
      cases: { type: 'string' },
      minutes: { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  return {
    only: values.only === '' ? [] : values.only.split(','),
    full: values.full,
    tiny: values.tiny,
    rounds: values.tiny ? 1 : wholeNumber('rounds', values.rounds),
    cases: values.cases === undefined ? null : wholeNumber('cases', values.cases),
    minutes: values.minutes === undefined ? null : wholeNumber('minutes', values.minutes),
    json: values.json === undefined ? resolve(dataDir, 'bench/results.json') : resolve(from, values.json),
    profile: values.profile === undefined ? null : resolve(from, values.profile),
  };
}

function wholeNumber(option: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option} takes a number of 1 or more`);
  return number;
}

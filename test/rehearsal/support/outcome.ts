import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { rounded } from './figures.ts';

/** The command-line options. A scenario ignores those that it doesn't use. */
export interface Options {
  env: NodeJS.ProcessEnv;
  /** Whether to run the smallest form. */
  short: boolean;
  /** Only parts whose names contain one of these strings are run. Empty for all parts. */
  only: readonly string[];
  seed: number;
  /** The number of rounds. Null for the scenario's default. */
  rounds: number | null;
  commands: number | null;
  cases: number | null;
  minutes: number | null;
  /** Whether the scenario `containers` uses its own engine, and images that are built here. */
  ownEngine: boolean;
}

type Row = Readonly<Record<string, string | number>>;

/** The findings of a scenario: a table, and every broken promise. */
export interface Outcome {
  rows: readonly Row[];
  faults: readonly string[];
}

/** Whether a part of a scenario is selected. */
export function isChosen({ only }: Pick<Options, 'only'>, name: string): boolean {
  return only.length === 0 || only.some((words) => name.includes(words));
}

/** Prints the table with aligned columns, and then the faults. */
export function print({ rows, faults }: Outcome): void {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => shown(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  for (const line of padded) console.log(line.trimEnd());
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(`faults: ${faults.length}`);
}

/** Writes the outcome as JSON, with a description of the machine on which it was measured. */
export async function keep(file: string, scenario: string, outcome: Outcome): Promise<void> {
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: loadavg(),
    node: process.version,
  };
  await mkdir(dirname(file), { recursive: true });
  const content = { scenario, measuredAt: new Date().toISOString(), machine, ...outcome };
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

function shown(value: string | number): string {
  return typeof value === 'number' && !Number.isInteger(value) ? rounded(value) : String(value);
}

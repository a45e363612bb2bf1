import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { rounded } from './figures.ts';

/** What the command line asks for. A scenario takes what it has a use for. */
export interface Options {
  env: NodeJS.ProcessEnv;
  /** The smallest form. */
  short: boolean;
  /** The parts whose names contain one of these; empty for all. */
  only: readonly string[];
  seed: number;
  /** Null for the scenario's own number. */
  rounds: number | null;
  commands: number | null;
  cases: number | null;
  minutes: number | null;
  /** For containers: an engine and images that are made here. */
  ownEngine: boolean;
}

type Row = Readonly<Record<string, string | number>>;

/** What a scenario has found: a table, and every broken promise. */
export interface Outcome {
  rows: readonly Row[];
  faults: readonly string[];
}

/** Whether a part of a scenario is chosen. */
export function isChosen({ only }: Pick<Options, 'only'>, name: string): boolean {
  return only.length === 0 || only.some((words) => name.includes(words));
}

/** Prints the table, its columns as wide as their widest value, and then the faults. */
export function print({ rows, faults }: Outcome): void {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => shown(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  for (const line of padded) console.log(line.trimEnd());
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(`faults: ${faults.length}`);
}

/** Writes the outcome as JSON, with the machine it was measured on. */
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

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { type Figure, keepsGoal } from './figures.ts';
import { draw } from './picture.ts';

/** The figures of one benchmark, and the load of the machine around it. */
export interface Measured {
  name: string;
  about: string;
  figures: readonly Figure[];
  /** Of the last minute, before it and after it. */
  load: readonly [number, number];
}

export interface Results {
  measuredAt: string;
  machine: { processors: number; model: string; memoryGiB: number; node: string };
  benchmarks: readonly Measured[];
}

/** Runs one benchmark, and records the load of the machine before and after. */
export async function measured(
  { name, about }: Pick<Measured, 'name' | 'about'>,
  run: () => Promise<readonly Figure[]>,
): Promise<Measured> {
  const before = currentLoad();
  const figures = await run();
  return { name, about, figures, load: [before, currentLoad()] };
}

/** The load average of the last minute. */
export function currentLoad(): number {
  return Math.round((loadavg()[0] ?? Number.NaN) * 10) / 10;
}

/** Writes the figures as JSON with a picture beside it. Returns the name of the picture. */
export async function keep(file: string, benchmarks: readonly Measured[]): Promise<string> {
  const all = cpus();
  const results: Results = {
    measuredAt: new Date().toISOString(),
    machine: {
      processors: all.length,
      model: all[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    benchmarks: benchmarks.map((one) => ({
      ...one,
      figures: one.figures.map((figure) => ({ ...figure, keepsGoal: keepsGoal(figure) })),
    })),
  };
  const picture = file.replace(/(\.json)?$/, '.svg');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(picture, draw(results));
  return picture;
}

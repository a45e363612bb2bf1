import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { largestSamples, samples } from '@evict/papers/samples';
import { CannotStart } from '@evict/local';
import { isChosen, type Options, type Outcome } from '../support/outcome.ts';
import { type Broken, brokenRules } from './pdf-ua.ts';

/** The goal for the largest papers, in seconds of processor time. */
const goal = 5;

/** Checks that every sample paper conforms to PDF/UA-1, and that the largest papers are drawn within the goal. */
export async function run(options: Options): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'papers-'));
  try {
    for (const [paper, draw] of chosen(samples, options)) await writeFile(join(folder, `${paper}.pdf`), await draw());
    const broken = await validated(folder, options);
    const timed: { paper: string; found: string; seconds: number }[] = [];
    for (const [paper, draw] of options.short ? [] : chosen(largestSamples, options)) {
      const before = process.cpuUsage();
      const { length } = await draw();
      const { user, system } = process.cpuUsage(before);
      const seconds = (user + system) / 1e6;
      timed.push({
        paper,
        found: `${seconds.toFixed(1)} s of processor time, ${(length / 1e6).toFixed(1)} MB`,
        seconds,
      });
    }
    const slow = timed.filter(({ seconds }) => seconds > goal);
    return {
      rows: [
        ...chosen(samples, options).map(([paper]) => ({ paper, found: verdictOf(broken, paper) })),
        ...timed.map(({ paper, found }) => ({ paper, found })),
      ],
      faults: [
        ...(broken ?? []).map(({ paper, rule }) => `${paper} breaks PDF/UA-1: ${rule}`),
        ...slow.map(({ paper, found }) => `${paper}: ${found}, the goal is ${goal} s`),
      ],
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function chosen<T>(drawings: Readonly<Record<string, T>>, options: Options): [string, T][] {
  return Object.entries(drawings).filter(([paper]) => isChosen(options, paper));
}

/** Returns the broken rules, or null if there is no Java. */
async function validated(folder: string, { env }: Options): Promise<readonly Broken[] | null> {
  try {
    return await brokenRules(folder, env);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.log(`PDF/UA-1 is not checked. ${error.message}`);
    return null;
  }
}

function verdictOf(broken: readonly Broken[] | null, paper: string): string {
  if (broken === null) return 'not checked';
  return broken.some((one) => one.paper === paper) ? 'breaks PDF/UA-1' : 'conforms to PDF/UA-1';
}

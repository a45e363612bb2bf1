import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { compileCache } from '@evict/config/compile-cache';
import { pathOf } from './files.ts';

/** What a process makes of an environment. */
export interface Settings {
  /** The variables that it reads as settings, whether or not they are there. */
  reads: Set<string>;
  /** What is wrong with them, as it says itself. Empty where it would start. */
  faults: string[];
}

/**
 * Starts a process of the service on an environment, and lets it go no further than its settings: the address of its
 * database is replaced by one that is refused, or its log level where it is given no database. `args` begin with the
 * file, named from the top of the project, as in the image.
 */
export async function settingsOf(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Settings> {
  const preload = ['--import', new URL('record-reads.mjs', import.meta.url).href];
  const [file = '', ...rest] = args;
  const replaced = 'DATABASE_URL' in env ? 'DATABASE_URL' : 'LOG_LEVEL';
  const child = spawn(process.execPath, [...preload, pathOf(file), ...rest], {
    env: { ...compileCache(), ...env, [replaced]: 'nowhere', PATH: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [reads = '', said = '', complained = ''] = await Promise.all(
    [child.stdio[3] as Readable, child.stdout as Readable, child.stderr as Readable].map((stream) => text(stream)),
  );
  const faults = [...`${said}${complained}`.matchAll(/^ {2}([A-Z_\d]+ must .*)$/gm)].map(([, fault = '']) => fault);
  const isExpected = (fault: string) => fault.startsWith(`${replaced} `);
  if (!faults.some(isExpected)) throw new Error(`${args.join(' ')} did not read its settings:\n${said}${complained}`);
  return { reads: new Set(JSON.parse(reads) as string[]), faults: faults.filter((fault) => !isExpected(fault)) };
}

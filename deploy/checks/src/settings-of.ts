import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { compileCache } from '@evict/config/compile-cache';
import { pathOf } from './files.ts';

/** How a process reads an environment. */
export interface Settings {
  /** The variables that it reads as settings, set or not. */
  reads: Set<string>;
  /** The faults that it reports. Empty if it would start. */
  faults: string[];
}

/**
 * Starts a process of the service with an environment, and stops it after its settings: the address of its database is
 * replaced by an invalid one, or its log level if it has no database. `args` begin with the file, relative to the
 * project, as in the image.
 */
export function settingsOf(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Settings> {
  const key = JSON.stringify([args, env]);
  const asked = started.get(key) ?? start(args, env);
  started.set(key, asked);
  return asked;
}

/** Each is started once, for all who ask. */
const started = new Map<string, Promise<Settings>>();

async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Settings> {
  const preload = ['--import', new URL('record-reads.mjs', import.meta.url).href];
  const [file = '', ...rest] = args;
  const replaced = 'DATABASE_URL' in env ? 'DATABASE_URL' : 'LOG_LEVEL';
  const child = spawn(process.execPath, [...preload, pathOf(file), ...rest], {
    env: { ...compileCache(), ...env, [replaced]: 'nowhere', PATH: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [reads = '', output = '', errors = ''] = await Promise.all(
    [child.stdio[3] as Readable, child.stdout as Readable, child.stderr as Readable].map((stream) => text(stream)),
  );
  const faults = [...`${output}${errors}`.matchAll(/^ {2}([A-Z_\d]+ must .*)$/gm)].map(([, fault = '']) => fault);
  const isExpected = (fault: string) => fault.startsWith(`${replaced} `);
  if (!faults.some(isExpected)) throw new Error(`${args.join(' ')} did not read its settings:\n${output}${errors}`);
  return { reads: new Set(JSON.parse(reads) as string[]), faults: faults.filter((fault) => !isExpected(fault)) };
}

/** The path of a certificate, for each file that is mounted as one. */
export const certificate = join(mkdtempSync(join(tmpdir(), 'settings-')), 'certificate.pem');
writeFileSync(certificate, '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { pathOf } from './files.ts';

const run = promisify(execFile);
const source = pathOf('deploy/checks/kustomize');

/** An object of Kubernetes, as far as every kind has the same fields. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

/** What a folder comes to. Rejects with what kustomize has against it. */
export type Build = (folder: string) => Promise<Manifest[]>;

/**
 * The pinned kustomize, built from its Go modules on first use, which takes a minute. Null where it is not there and
 * cannot be built, because Go or its modules are missing.
 */
export async function kustomize(env: NodeJS.ProcessEnv): Promise<Build | null> {
  const program = await build(env).catch(() => null);
  if (program === null) return null;
  return async (folder) => {
    const { stdout } = await run(program, ['build', pathOf(folder)], { maxBuffer: 2 ** 24 });
    return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  };
}

/** The program, in the cache folder of the machine. */
async function build(env: NodeJS.ProcessEnv): Promise<string> {
  const pins = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['go.mod', 'go.sum']) pins.update(await readFile(join(source, file)));
  const cache = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'eviction-case-service');
  const program = join(cache, `kustomize-${pins.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  const target = 'sigs.k8s.io/kustomize/kustomize/v5';
  await run('go', ['build', '-ldflags=-s -w', '-o', unfinished, target], { cwd: source });
  await rename(unfinished, program);
  return program;
}

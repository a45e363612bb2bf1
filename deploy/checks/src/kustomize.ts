import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { goProgram } from '@evict/local/go';
import { parseAllDocuments } from 'yaml';
import { pathOf } from './files.ts';

const run = promisify(execFile);

/** A Kubernetes object, with the fields that all kinds share. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

/** The output of kustomize for a folder. Rejects with its error. */
export type Build = (folder: string) => Promise<Manifest[]>;

/**
 * The pinned kustomize, built from its Go modules on first use, which takes a minute. Null if it is missing and cannot be
 * built, because Go or its modules are missing.
 */
export async function kustomize(env: NodeJS.ProcessEnv): Promise<Build | null> {
  const source = pathOf('deploy/checks/kustomize');
  const program = await goProgram(source, 'sigs.k8s.io/kustomize/kustomize/v5', env).catch(() => null);
  if (program === null) return null;
  return async (folder) => {
    const { stdout } = await run(program, ['build', pathOf(folder)], { maxBuffer: 2 ** 24 });
    return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  };
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What kustomize makes of a folder. */
export async function render(program: string, folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['build', folder], { maxBuffer: 2 ** 24 });
  return stdout;
}

/** How many objects a text of manifests has. */
export function countOf(manifests: string): number {
  return manifests.split(/^---$/m).length;
}

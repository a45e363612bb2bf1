import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);

/** Returns the absolute path of a file or folder, given its path within the project. */
export function pathOf(name: string): string {
  return fileURLToPath(new URL(name, root));
}

export function readText(name: string): string {
  return readFileSync(pathOf(name), 'utf8');
}

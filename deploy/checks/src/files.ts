import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);

/** Returns the path of a file or folder of the project. */
export function pathOf(name: string): string {
  return fileURLToPath(new URL(name, root));
}

export function readText(name: string): string {
  return readFileSync(pathOf(name), 'utf8');
}

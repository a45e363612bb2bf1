import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);

/** The path of a file or folder of the project. */
export function pathOf(name: string): string {
  return fileURLToPath(new URL(name, root));
}

export function readText(name: string): string {
  return readFileSync(pathOf(name), 'utf8');
}

/** NAME=value lines; lines that begin with # are comments. */
export function readEnvFile(name: string): Record<string, string> {
  const lines = readText(name).split('\n');
  const entries = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s, 2));
  return Object.fromEntries(entries) as Record<string, string>;
}

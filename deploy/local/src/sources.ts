import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What no product is made of. */
const exclude = ['**/*.test.ts', '**/generated/**'];

/** A hash of the project's files that match the patterns: what they have made once need not be made again. */
export async function hashOfSources(patterns: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync([...patterns], { cwd: root, exclude }).sort()) {
    hash
      .update(`${file}\0`)
      .update(await readFile(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

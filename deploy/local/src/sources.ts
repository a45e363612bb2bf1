import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Files that no build output depends on. */
const exclude = ['**/*.test.ts', '**/generated/**'];

/**
 * Returns a hash of the project's files that match the patterns. While it stays the same, what was built from them is
 * current.
 */
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

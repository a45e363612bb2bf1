import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads a random string from a file that only its owner can read. Generates it if the file is missing. */
export async function keptSecret(file: string): Promise<string> {
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFile(file, 'utf8');
}

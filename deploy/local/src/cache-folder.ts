import { homedir } from 'node:os';
import { join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** Returns the folder for fetched and built programs. All clones of the project share it. */
export function cacheFolder(env: Env): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'eviction-case-service');
}

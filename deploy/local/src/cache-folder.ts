import { homedir } from 'node:os';
import { join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** The folder of fetched and built programs. All clones of the project on this machine share it. */
export function cacheFolder(env: Env): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'eviction-case-service');
}

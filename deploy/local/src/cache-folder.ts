import { homedir } from 'node:os';
import { join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** Where programs are kept that were fetched or built for this machine, for every clone of the project. */
export function cacheFolder(env: Env): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'eviction-case-service');
}

import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** The compile cache of this process, for the environment of a child process; empty if it has none. */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const dirOfVersion = getCompileCacheDir();
  return dirOfVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(dirOfVersion) };
}

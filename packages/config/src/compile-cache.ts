import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * Returns the environment variable with which a child process shares this process's compile cache. Empty if there is
 * none.
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const dirOfVersion = getCompileCacheDir();
  return dirOfVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(dirOfVersion) };
}

import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** For a program with an environment of its own: where this process keeps what V8 has compiled. Empty where nowhere. */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const dirOfVersion = getCompileCacheDir();
  return dirOfVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(dirOfVersion) };
}

import { readText } from '../files.ts';

/** Every module of deploy/temporal/go.mod, `path@version`, of which Temporal's server is built. */
export function goModules(): string[] {
  const lines = readText('deploy/temporal/go.mod').matchAll(/^\t([\w./~-]+\.[\w./~-]+) (v\S+)/gm);
  return [...lines].map(([, path, version]) => `${path}@${version}`).sort();
}

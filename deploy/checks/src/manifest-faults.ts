import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf } from './files.ts';
import type { Manifest } from './kustomize.ts';

/**
 * Faults of Kubernetes objects: missing fields, wrong types and wrong formats (by the schemas), and unknown fields (by the
 * types generated from them, since the schemas allow those). Empty for valid objects.
 */
export async function manifestFaults(manifests: readonly Manifest[]): Promise<string[]> {
  const bySchema = await Promise.all(manifests.map(faultsBySchema));
  return [...bySchema.flat(), ...(await faultsByType(manifests))];
}

async function faultsBySchema(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const { [kind]: Kind } = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<
    string,
    new (data: object) => Model
  >;
  if (!Kind) return [`${nameOf(manifest)}: there is no such kind`];
  try {
    new Kind(manifest).validate();
    return [];
  } catch (error) {
    return [`${nameOf(manifest)}: ${(error as Error).message}`];
  }
}

interface Model {
  validate(): void;
}

/** The compiler rejects unknown fields in object literals. */
async function faultsByType(manifests: readonly Manifest[]): Promise<string[]> {
  const cache = pathOf('deploy/checks/node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const dir = await mkdtemp(join(cache, 'manifests-'));
  try {
    const file = join(dir, 'manifests.ts');
    await writeFile(file, manifests.map(asSource).join('\n'));
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--types',
      '',
      '--pretty',
      'false',
    ];
    const { stdout } = await promisify(execFile)(pathOf('node_modules/.bin/tsc'), [
      ...options,
      '--ignoreConfig',
      file,
    ]).catch((error: { stdout: string }) => error);
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Each on its own line, which a fault then names. */
function asSource(manifest: Manifest, index: number): string {
  const { apiVersion, kind } = manifest;
  const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`;
  return `export const ${kind}_${manifest.metadata.name.replace(/\W/g, '_')}_${index}: ${type} = ${JSON.stringify(manifest)};`;
}

function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`;
}

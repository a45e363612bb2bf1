import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { goProgram } from '@evict/local/go';
import type { Options, Outcome } from '../support/outcome.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { type Manifest, type PodTemplate, render, templatesOf } from './manifests.ts';

/** Both examples. The last one has everything that a deployment applies. */
const overlays = ['managed-temporal', 'example'];

/**
 * Applies the manifests to an API server of Kubernetes, which refuses unknown fields: the example twice, after which
 * nothing may have changed. Pod Security has to admit every pod of theirs, and to refuse one with the network of its node.
 */
export async function run({ env }: Options): Promise<Outcome> {
  const program = (name: string, module: string) => goProgram(pathOf(`deploy/checks/${name}`), module, env);
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-'));
  const rows: { check: string; count: number }[] = [];
  try {
    const kustomize = await program('kustomize', 'sigs.k8s.io/kustomize/kustomize/v5');
    const programs = {
      etcd: await program('etcd', 'go.etcd.io/etcd/server/v3'),
      apiServer: await program('kube-apiserver', 'k8s.io/kubernetes/cmd/kube-apiserver'),
    };
    const server = await startApiServer(programs, folder);
    try {
      let manifests: Manifest[] = [];
      let applied: object[] = [];
      for (const overlay of overlays) {
        const own = join(folder, overlay);
        await mkdir(own);
        // JSON is YAML. Each has its own namespace: a Job cannot be changed.
        const resources = [relative(own, pathOf(`deploy/kubernetes/overlays/${overlay}`))];
        await writeFile(join(own, 'kustomization.yaml'), JSON.stringify({ namespace: overlay, resources }));
        manifests = await render(kustomize, own);
        applied = await applyAll(server, manifests);
        rows.push({ check: `objects applied of ${overlay}`, count: manifests.length });
      }
      const again = await applyAll(server, manifests);
      const changed = manifests.filter((_, index) => !isDeepStrictEqual(applied[index], again[index]));
      if (changed.length > 0) throw new Error(`changed when applied again: ${changed.map(nameOf).join(', ')}`);
      await expectStrictness(server, manifests);
      rows.push(...(await createPods(server, manifests)));
    } finally {
      await server.stop();
    }
    return { rows, faults: [] };
  } catch (error) {
    return { rows, faults: [(error as Error).message] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function applyAll(server: ApiServer, manifests: readonly Manifest[]): Promise<object[]> {
  const applied: object[] = [];
  for (const manifest of manifests) applied.push(await apply(server, manifest));
  return applied;
}

/**
 * As `kubectl apply --server-side` does. Returns the object as the server keeps it, without its resource version: the
 * server can store the same object again in other bytes. Throws what the server refuses.
 */
async function apply(server: ApiServer, manifest: Manifest): Promise<object> {
  const collection = await collectionOf(server, manifest);
  const path = `${collection}/${manifest.metadata.name}?fieldManager=check&fieldValidation=Strict&force=true`;
  const { status, body } = await server.call('PATCH', path, manifest, 'application/apply-patch+yaml');
  if (status >= 300) throw new Error(`${nameOf(manifest)}: ${status} ${body.message}`);
  return { ...body, metadata: { ...body.metadata, resourceVersion: undefined } };
}

async function collectionOf(server: ApiServer, { apiVersion, kind, metadata }: Manifest): Promise<string> {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await server.call('GET', group);
  const resource = body.resources?.find((one) => one.kind === kind && !one.name.includes('/'));
  if (!resource) throw new Error(`the server has no ${kind} of ${apiVersion}`);
  return resource.namespaced
    ? `${group}/namespaces/${metadata.namespace}/${resource.name}`
    : `${group}/${resource.name}`;
}

/** A check that takes everything would prove nothing. */
async function expectStrictness(server: ApiServer, manifests: readonly Manifest[]): Promise<void> {
  const misspelt = { ...manifests.find(({ kind }) => kind === 'ServiceAccount')!, automountServiceAccountTokn: false };
  const refusal = await apply(server, misspelt).then(
    () => '',
    (error: Error) => error.message,
  );
  if (!refusal.includes('automountServiceAccountTokn')) throw new Error('the server takes a misspelt field');
}

async function createPods(server: ApiServer, manifests: readonly Manifest[]) {
  const namespace = manifests.find(({ kind }) => kind === 'Namespace')!.metadata.name;
  /** As a controller does. */
  const create = (name: string, template: PodTemplate) => {
    const pod = { apiVersion: 'v1', kind: 'Pod', ...template, metadata: { ...template.metadata, name, namespace } };
    return server.call('POST', `/api/v1/namespaces/${namespace}/pods?fieldValidation=Strict`, pod);
  };
  const templates = templatesOf(manifests);
  for (const [name, template] of templates) {
    const { status, body } = await create(name, template);
    if (status !== 201) throw new Error(`the pod of ${name} is refused: ${body.message}`);
  }
  // What else the standard refuses is Kubernetes' to test.
  const [, { spec }] = templates[0]!;
  const { status, body } = await create('other', { spec: { ...spec, hostNetwork: true } });
  if (status !== 403 || !body.message?.includes('violates PodSecurity "restricted:latest"')) {
    throw new Error(`a pod with the network of its node is not refused: ${status} ${body.message}`);
  }
  return [{ check: 'pods admitted under Pod Security restricted', count: templates.length }];
}

function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`;
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

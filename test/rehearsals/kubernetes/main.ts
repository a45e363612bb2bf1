/**
 * `npm run kubernetes [-- --schemas-only]`: the manifests of deploy/kubernetes are validated by Kubernetes' own description of
 * its API, then applied twice to an API server of that version, whose Pod Security admits every pod of theirs and refuses
 * each forbidden change of one. Needs Go, and builds the programs on first use. Ends with code 1 at the first fault.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util';
import { freePort } from '@evict/local';
import { goProgram } from '@evict/local/go';
import { type ApiServer, startApiServer } from './api-server.ts';
import { apply, createPod } from './apply.ts';
import { forbidden, type Manifest, render, templatesOf } from './manifests.ts';
import { writeSchemas } from './schemas.ts';
import { validate } from './validate.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { 'schemas-only': { type: 'boolean', default: false } },
});
const beganAt = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'kubernetes-'));
try {
  const kustomize = await program('kustomize', 'sigs.k8s.io/kustomize/kustomize/v5');
  const manifests = await checkSchemas(kustomize);
  if (!values['schemas-only']) await checkServer(manifests);
} catch (error) {
  say(`failed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Throws the faults of the manifests. Returns those of the example. */
async function checkSchemas(kustomize: string): Promise<Manifest[]> {
  const kubeconform = await program('kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform');
  const { Dir: source, Version: version } = await kubernetesSource();
  const schemas = join(folder, 'schemas');
  const kinds = await writeSchemas(join(source, 'api/openapi-spec/swagger.json'), schemas);
  say(`schemas of Kubernetes ${version}: ${kinds} kinds`);
  let manifests: Manifest[] = [];
  for (const name of ['base', 'overlays/managed-temporal', 'overlays/example']) {
    const rendered = await render(kustomize, pathOf(`deploy/kubernetes/${name}`));
    manifests = rendered.manifests;
    const { text } = rendered;
    const { valid, faults } = await validate(kubeconform, schemas, text);
    if (faults.length > 0 || valid !== manifests.length) throw new Error(`${name}: ${faults.join('\n')}`);
    const misspelt = await validate(kubeconform, schemas, text.replace('readinessProbe:', 'readinesProbe:'));
    if (misspelt.faults.length !== 1) throw new Error(`${name}: a misspelt field is not found`);
    say(`${name}: ${valid} of ${manifests.length} valid, a misspelt field is found`);
  }
  return manifests;
}

async function checkServer(manifests: readonly Manifest[]): Promise<void> {
  const programs = {
    etcd: await program('etcd', 'go.etcd.io/etcd/server/v3'),
    apiServer: await program('kube-apiserver', 'k8s.io/kubernetes/cmd/kube-apiserver'),
  };
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await freePort(ports));
  const server = await startApiServer(programs, folder, [...ports]);
  try {
    say('API server ready');
    await applyTwice(server, manifests);
    await createPods(server, manifests);
  } finally {
    await server.stop();
  }
}

async function applyTwice(server: ApiServer, manifests: readonly Manifest[]): Promise<void> {
  const [first, second]: [object[], object[]] = [[], []];
  for (const manifest of manifests) first.push(await apply(server, manifest));
  for (const manifest of manifests) second.push(await apply(server, manifest));
  const misspelt = { ...manifests.find(({ kind }) => kind === 'ServiceAccount')!, automountServiceAccountTokn: false };
  const isRefused = await apply(server, misspelt).then(
    () => false,
    (error: Error) => error.message.includes('automountServiceAccountTokn'),
  );
  if (!isRefused) throw new Error('the server takes a misspelt field');
  const changed = manifests.filter((_, index) => !isDeepStrictEqual(first[index], second[index]));
  if (changed.length > 0) throw new Error(`changed when applied again: ${changed.map(({ kind }) => kind).join(', ')}`);
  say(`${manifests.length} objects applied to a new cluster; applied again, none changes; a misspelt field is refused`);
}

async function createPods(server: ApiServer, manifests: readonly Manifest[]): Promise<void> {
  const namespace = manifests.find(({ kind }) => kind === 'Namespace')!.metadata.name;
  const templates = templatesOf(manifests);
  let refused = 0;
  for (const [name, template] of templates) {
    const own = await createPod(server, namespace, name, template);
    if (own.status !== 201) throw new Error(`the pod of ${name} is refused: ${own.body.message}`);
    for (const [could, change] of Object.entries(forbidden)) {
      const { status, body } = await createPod(server, namespace, `${name}-other`, change(template));
      if (status !== 403 || !body.message?.includes('violates PodSecurity "restricted:latest"')) {
        throw new Error(`a pod of ${name} that ${could} is not refused: ${status} ${body.message}`);
      }
      refused += 1;
    }
  }
  say(
    `${templates.length} of ${templates.length} pods admitted under Pod Security restricted, ${refused} of ${refused} changed ones refused`,
  );
}

/** A pinned program, built on first use. */
async function program(name: string, module: string): Promise<string> {
  return goProgram(pathOf(`deploy/checks/${name}`), module, process.env);
}

/** The sources that the API server is built from. */
async function kubernetesSource(): Promise<{ Dir: string; Version: string }> {
  const at = { cwd: pathOf('deploy/checks/kube-apiserver') };
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', 'k8s.io/kubernetes'], at);
  return JSON.parse(stdout) as { Dir: string; Version: string };
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

function say(line: string): void {
  console.log(`${((performance.now() - beganAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
}

/**
 * `npm run kubernetes`: the manifests of deploy/kubernetes are validated by Kubernetes' own description of its API, in the
 * version that deploy/checks/kube-apiserver pins. Needs Go, and builds the programs on first use. Ends with code 1 at the
 * first fault.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { goCommand, goProgram } from '@evict/local/go';
import { countOf, render } from './manifests.ts';
import { writeSchemas } from './schemas.ts';
import { validate } from './validate.ts';

const beganAt = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'kubernetes-'));
try {
  await checkSchemas();
} catch (error) {
  say(`failed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Throws the faults of the manifests. */
async function checkSchemas(): Promise<void> {
  const kustomize = await program('kustomize', 'sigs.k8s.io/kustomize/kustomize/v5');
  const kubeconform = await program('kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform');
  const { Dir: source, Version: version } = await kubernetesSource();
  const schemas = join(folder, 'schemas');
  const kinds = await writeSchemas(join(source, 'api/openapi-spec/swagger.json'), schemas);
  say(`schemas of Kubernetes ${version}: ${kinds} kinds`);
  for (const name of ['base', 'overlays/example']) {
    const text = await render(kustomize, pathOf(`deploy/kubernetes/${name}`));
    const { valid, faults } = await validate(kubeconform, schemas, text);
    const count = countOf(text);
    if (valid !== count) throw new Error(`${name}: ${valid} of ${count} valid\n${faults.join('\n')}`);
    const misspelt = await validate(kubeconform, schemas, text.replace('readinessProbe:', 'readinesProbe:'));
    if (misspelt.faults.length !== 1) throw new Error(`${name}: a misspelt field is not found`);
    say(`${name}: ${valid} of ${count} valid, a misspelt field is found`);
  }
}

/** A pinned program, built on first use. */
async function program(name: string, module: string): Promise<string> {
  return goProgram(pathOf(`deploy/checks/${name}`), module, process.env);
}

/** The sources of the pinned Kubernetes. */
async function kubernetesSource(): Promise<{ Dir: string; Version: string }> {
  const go = await goCommand(process.env, () => {});
  const cwd = pathOf('deploy/checks/kube-apiserver');
  const { stdout } = await promisify(execFile)(go, ['mod', 'download', '-json', 'k8s.io/kubernetes'], { cwd });
  return JSON.parse(stdout) as { Dir: string; Version: string };
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

function say(line: string): void {
  console.log(`${((performance.now() - beganAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
}

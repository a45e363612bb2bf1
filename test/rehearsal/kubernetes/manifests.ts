import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

/** A Kubernetes object, with the fields that this check reads. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

export interface PodTemplate {
  metadata?: { labels?: Record<string, string> };
  spec: { containers: { image: string }[]; hostNetwork?: boolean };
}

/** The objects that kustomize makes of a folder. */
export async function render(program: string, folder: string): Promise<Manifest[]> {
  const { stdout } = await promisify(execFile)(program, ['build', folder], { maxBuffer: 2 ** 24 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

/** The pod templates of the Deployments and Jobs, by the object's name. */
export function templatesOf(manifests: readonly Manifest[]): [name: string, PodTemplate][] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((one) => [one.metadata.name, (one as Manifest & { spec: { template: PodTemplate } }).spec.template]);
}

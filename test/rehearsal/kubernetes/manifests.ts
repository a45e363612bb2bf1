import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

/** A Kubernetes object, with the fields that this check reads. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

interface Container {
  image: string;
  securityContext?: object;
  env?: { name: string }[];
}

export interface PodTemplate {
  metadata?: { labels?: Record<string, string> };
  spec: { containers: Container[]; securityContext?: object; volumes?: object[]; hostNetwork?: boolean };
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

/** Changes of a pod that the standard `restricted` forbids, by what it then could do. */
export const forbidden: Record<string, (template: PodTemplate) => PodTemplate> = {
  'runs as root': inContainer({ runAsUser: 0 }),
  'may run as root': inContainer({ runAsNonRoot: false }),
  'gains rights': inContainer({ allowPrivilegeEscalation: true }),
  'is privileged': inContainer({ privileged: true, allowPrivilegeEscalation: true }),
  'keeps capabilities': inContainer({ capabilities: {} }),
  'makes any system call': inContainer({ seccompProfile: { type: 'Unconfined' } }),
  'uses the network of its node': inSpec(() => ({ hostNetwork: true })),
  'reads files of its node': inSpec(({ volumes = [] }) => ({
    volumes: [...volumes, { name: 'node', hostPath: { path: '/etc' } }],
  })),
};

function inContainer(securityContext: object): (template: PodTemplate) => PodTemplate {
  return inSpec(({ containers }) => ({
    containers: containers.map((one) => ({
      ...one,
      securityContext: { ...one.securityContext, ...securityContext },
    })),
  }));
}

function inSpec(change: (spec: PodTemplate['spec']) => Partial<PodTemplate['spec']>) {
  return (template: PodTemplate): PodTemplate => ({
    ...template,
    spec: { ...template.spec, ...change(template.spec) },
  });
}

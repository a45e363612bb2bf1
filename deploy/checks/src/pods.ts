import type { Manifest } from './kustomize.ts';

interface Probe {
  httpGet?: { path: string; port: string };
}

interface Container {
  image: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts?: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources?: { limits?: { memory?: string } };
  securityContext?: object;
}

/** The checked fields of a pod. */
export interface PodSpec {
  containers: Container[];
  volumes?: { name: string; secret?: { secretName: string } }[];
  securityContext?: object;
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: { topologyKey: string; labelSelector: object }[];
}

export interface Pod {
  name: string;
  labels: Record<string, string>;
  spec: PodSpec;
  /** Every pod of ours has one. */
  container: Container;
}

/** The pods of every Deployment and Job. */
export function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((manifest) => {
      const { template } = (manifest as Manifest & { spec: Template }).spec;
      const [container, ...others] = template.spec.containers;
      if (!container || others.length > 0) throw new Error(`${manifest.metadata.name} has not exactly one container`);
      return { name: manifest.metadata.name, labels: template.metadata.labels, spec: template.spec, container };
    });
}

interface Template {
  template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { goProgram } from '@evict/local/go';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { environmentOfImage, readCompose, unknownOf } from './compose.ts';
import { pathOf } from './files.ts';
import { certificate, type Settings, settingsOf } from './settings-of.ts';

// What no API server would refuse.

// Built from its Go modules on first use, which takes a minute. Null where Go or the modules are missing.
const kustomize = await goProgram(
  pathOf('deploy/checks/kustomize'),
  'sigs.k8s.io/kustomize/kustomize/v5',
  process.env,
).catch(() => null);

const gateways = ['attorney-gateway', 'customer-gateway', 'public-gateway'];
/** The processes that reach the database and Temporal. */
const clients = [...gateways, 'case-worker', 'outbox-worker', 'ops'];
/** Those that run all the time. */
const names = [...clients.filter((name) => name !== 'ops'), 'agent-gateway', 'website'];
const notPublic = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];

describe.skipIf(kustomize === null)('Kubernetes', () => {
  let base: Manifest[];
  let example: Manifest[];
  let managed: Manifest[];

  beforeAll(async () => {
    const folders = ['base', 'overlays/example', 'overlays/managed-temporal'];
    [base = [], example = [], managed = []] = await Promise.all(folders.map(render));
  });
  function specOf(kind: string, name: string, from = example): Spec {
    const found = from.find((one) => one.kind === kind && one.metadata.name === name);
    return found?.spec ?? expect.unreachable(`there is no ${kind} ${name}`);
  }

  test.each(names)('%s has spread replicas, autoscaling, a disruption budget and time to stop', (name) => {
    const { template, selector } = specOf('Deployment', name);
    const { topologySpreadConstraints = [], terminationGracePeriodSeconds } = template.spec;
    const spread = topologySpreadConstraints.map(({ topologyKey }) => topologyKey);
    expect(spread).toEqual(['kubernetes.io/hostname', 'topology.kubernetes.io/zone']);
    for (const { labelSelector } of topologySpreadConstraints)
      expect(labelSelector).toEqual({ matchLabels: selector.matchLabels });
    expect(terminationGracePeriodSeconds).toBe(20);
    const budget = { maxUnavailable: 1, selector: { matchLabels: selector.matchLabels } };
    expect(specOf('PodDisruptionBudget', name)).toEqual(budget);
    const scaler = { minReplicas: 2, scaleTargetRef: { kind: 'Deployment', name } };
    expect(specOf('HorizontalPodAutoscaler', name)).toMatchObject(scaler);
  });

  test('no Deployment with an autoscaler has a number, which would scale it down with every release', () => {
    const numbered = example.filter(({ kind, spec }) => kind === 'Deployment' && 'replicas' in spec);
    expect(numbered.map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([['ops', 0]]);
  });

  test('no process can write to its image, or talks to Kubernetes; each has limits and its probes', () => {
    const { METRICS_PORT, PORT } = environmentOfImage();
    const pods = podsOf(example);
    expect(pods.map(({ name }) => name).sort()).toEqual([...names, 'ops', 'deploy'].sort());
    for (const { name, spec, container } of pods) {
      expect(spec.automountServiceAccountToken, name).toBe(false);
      expect(container.securityContext, name).toMatchObject({ readOnlyRootFilesystem: true });
      expect(container.resources, name).toHaveProperty('requests.cpu');
      if (['ops', 'deploy'].includes(name)) continue;
      const ports = Object.fromEntries((container.ports ?? []).map((port) => [port.name, String(port.containerPort)]));
      const hasCallers = [...gateways, 'agent-gateway', 'website'].includes(name);
      expect(ports, name).toEqual({ metrics: METRICS_PORT, ...(hasCallers && { http: PORT }) });
      const probe = (path: string) => ({ httpGet: { path, port: 'metrics' } });
      const probes = { startupProbe: probe('/live'), livenessProbe: probe('/live'), readinessProbe: probe('/ready') };
      expect(container, name).toMatchObject(probes);
      // The same with docker compose.
      const limit = readCompose().services[name]?.mem_limit?.replace('m', 'Mi');
      expect([name, container.resources?.limits?.memory]).toEqual([name, limit]);
    }
  });

  describe('the network', () => {
    const ours = { matchLabels: { 'app.kubernetes.io/part-of': 'evictions' } };
    const named = (name: string) => ({ matchLabels: { 'app.kubernetes.io/name': name } });
    const website = named('website');
    const gateway = { matchLabels: { 'app.kubernetes.io/component': 'gateway' } };
    const fromProxy = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } };
    const policies = (from: Manifest[]) => from.flatMap(({ kind, spec }) => (kind === 'NetworkPolicy' ? [spec] : []));

    /** The policies of a process. */
    function selecting(process: string): Policy[] {
      const { labels } = podOf(process);
      return policies(example).filter(({ podSelector: { matchLabels = {}, matchExpressions = [] } }) => {
        const hasLabels = Object.entries(matchLabels).every(([label, value]) => labels[label] === value);
        const isIn = ({ key, values }: Expression) => values.includes(labels[key] ?? '');
        return hasLabels && matchExpressions.every((one) => isIn(one) === (one.operator === 'In'));
      });
    }

    test('is closed to every process in both directions, except for listed traffic', () => {
      const closed = { podSelector: ours, policyTypes: ['Ingress', 'Egress'] };
      expect(specOf('NetworkPolicy', 'nothing-else')).toEqual(closed);
      for (const { name, labels } of podsOf(example)) expect(labels, name).toMatchObject(ours.matchLabels);
    });

    test('leads to the gateways from the proxy, the website and the agent gateway alone, which say whose request it is', () => {
      expect(specOf('NetworkPolicy', 'requests').ingress).toEqual([
        {
          from: [fromProxy, { podSelector: website }, { podSelector: named('agent-gateway') }],
          ports: [{ protocol: 'TCP', port: 8080 }],
        },
      ]);
      for (const name of gateways) {
        const ports = selecting(name).flatMap(({ ingress = [] }) => ingress.flatMap((rule) => rule.ports ?? []));
        expect(new Set(ports.map(({ port }) => port)), name).toEqual(new Set([8080, 9464]));
        expect(specOf('Service', name), name).not.toHaveProperty('type'); // reached in the cluster alone
      }
    });

    test('leads from the website to the gateways alone, and to it from the proxy', () => {
      const reached = selecting('website').flatMap(({ egress = [] }) => egress);
      expect(reached.filter(({ ports = [] }) => !ports.some(({ port }) => port === 53))).toEqual([
        { to: [{ podSelector: gateway }], ports: [{ protocol: 'TCP', port: 8080 }] },
      ]);
      const policy = { podSelector: website, ingress: [{ from: [fromProxy] }] };
      expect(specOf('NetworkPolicy', 'website')).toMatchObject(policy);
    });

    test('leads from the agent gateway to two gateways alone, and to it from the proxy', () => {
      const to = ['public-gateway', 'customer-gateway'].map((name) => ({ podSelector: named(name) }));
      const ports = [{ protocol: 'TCP', port: 8080 }];
      const reached = selecting('agent-gateway').flatMap(({ egress = [] }) => egress);
      expect(reached.filter(({ ports: of = [] }) => !of.some(({ port }) => port === 53))).toEqual([{ to, ports }]);
      expect(specOf('NetworkPolicy', 'agent-gateway').ingress).toEqual([{ from: [fromProxy], ports }]);
    });

    test('leads to the internet from the outbox worker alone, and never to a private address', () => {
      const outward = (from: Manifest[]) =>
        policies(from).filter(({ egress = [] }) => JSON.stringify(egress).includes('0.0.0.0/0'));
      const [one, ...others] = outward(base);
      expect([one?.podSelector, others]).toEqual([{ matchLabels: { 'app.kubernetes.io/name': 'outbox-worker' } }, []]);
      expect(one?.egress?.flatMap(({ ports }) => ports?.map(({ port }) => port))).toEqual([443, 465, 587]);
      for (const { egress = [] } of [...outward(example), ...outward(managed)]) {
        const blocks = egress.flatMap(({ to = [] }) => to.map(({ ipBlock }) => ipBlock));
        expect(blocks.find((block) => block?.cidr === '0.0.0.0/0')?.except).toEqual(notPublic);
      }
    });
  });

  describe('settings', () => {
    /** Every program is started to see what it reads. */
    const startsAtOnceMs = 240_000;
    test.concurrent.each([...names, 'ops', 'deploy'])(
      '%s finds all it needs, in its own part nothing that it does not know, and in a Secret what is secret',
      async (name) => {
        const pod = podOf(name);
        const { reads, faults } = await settingsOfPod(pod);
        expect(faults).toEqual([]);
        const given = pod.container.env ?? [];
        const namesOf = (some: typeof given) => some.map((entry) => entry.name);
        expect(unknownOf(namesOf(given), reads)).toEqual([]);
        const isSecret = (one: string) => /^(DATABASE_URL|SMTP_URL|TEMPORAL_API_KEY)$|SECRET_KEY$/.test(one);
        const secret = namesOf(given.filter(({ valueFrom }) => valueFrom?.secretKeyRef));
        expect(secret).toEqual(expect.arrayContaining([...reads].filter(isSecret)));
        expect(secret.includes('OTEL_EXPORTER_OTLP_HEADERS')).toBe(reads.has('OTEL_EXPORTER_OTLP_ENDPOINT'));
      },
      startsAtOnceMs,
    );

    test('what all are given is known by one of them', async () => {
      const known = (await Promise.all(podsOf(example).map(settingsOfPod))).flatMap(({ reads }) => [...reads]);
      expect(known).toEqual(expect.arrayContaining(Object.keys(sharedSettings())));
    });

    test('with the component for S3, those that keep, read or erase documents reach it, and no others', async () => {
      const pods = podsOf(example);
      const reading = await Promise.all(
        pods.map(async (pod) => ((await settingsOfPod(pod)).reads.has('BLOB_STORE') ? [pod.name] : [])),
      );
      const { podSelector, egress } = specOf('NetworkPolicy', 'documents');
      const [{ operator, values } = expect.unreachable(), ...others] = podSelector.matchExpressions ?? [];
      expect([operator, values.toSorted(), others]).toEqual(['In', reading.flat().sort(), []]);
      expect(egress?.flatMap(({ ports }) => ports?.map(({ port }) => port))).toEqual([443]);
      const hasKey = ({ container }: Pod) => container.env?.some(({ name }) => name === 'AWS_SECRET_ACCESS_KEY');
      expect(pods.flatMap((pod) => (hasKey(pod) ? pod.name : [])).sort()).toEqual(reading.flat().sort());
      expect(JSON.stringify(base)).not.toMatch(/BLOB_STORE|S3_|AWS_/);
    });

    test('with the component for certificates, each process is given its own and no others', () => {
      const given = podsOf(example).map(({ name, spec }) => [name, spec.volumes?.flatMap((one) => one.secret ?? [])]);
      const own = (name: string) => [name, [{ secretName: `${name}-certificates`, defaultMode: 0o440 }]];
      const expected = [...clients, 'deploy'].map(own);
      expect(Object.fromEntries(given)).toEqual(
        Object.fromEntries([...expected, ['agent-gateway', []], ['website', []]]),
      );
    });

    test('with the component for a managed Temporal, its clients reach it, and its namespace is left to it', () => {
      const { podSelector, egress } = specOf('NetworkPolicy', 'managed-temporal', managed);
      expect(podSelector).toEqual(specOf('NetworkPolicy', 'database-and-temporal').podSelector);
      expect(egress?.map(({ ports }) => ports)).toEqual([[{ protocol: 'TCP', port: 7233 }]]);
      const deploy = podsOf(managed).find(({ name }) => name === 'deploy');
      expect(deploy?.container.args).toEqual(['services/ops/src/main.ts', 'deploy', 'prepare', '--without-temporal']);
    });

    test('links of mails lead to the host of the Ingress', () => {
      const { rules } = specOf('Ingress', 'website-and-api');
      expect(rules.map(({ host }) => `https://${host}`)).toEqual([sharedSettings()['WEBSITE_ORIGIN']]);
    });

    function settingsOfPod(pod: Pod): Promise<Settings> {
      const args = pod.container.args ?? ['services/ops/src/main.ts', 'case', 'list', '--operator', 'a'];
      return settingsOf(args, { ...environmentOfImage(), ...environmentOf(pod) });
    }
  });

  function podOf(name: string): Pod {
    return podsOf(example).find((one) => one.name === name) ?? expect.unreachable(`there is no pod ${name}`);
  }

  function sharedSettings(): Record<string, string> {
    return example.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
  }

  /** With a certificate in the place of each file that is mounted. */
  function environmentOf({ container }: Pod): Record<string, string> {
    const own = (container.env ?? []).map(({ name, value, valueFrom }) => {
      const key = valueFrom?.secretKeyRef?.key ?? '';
      return [name, value ?? secretOf(key)];
    });
    const all = Object.entries<string>({ ...sharedSettings(), ...Object.fromEntries(own) });
    const mounts = container.volumeMounts?.filter(({ name }) => name === 'certificates') ?? [];
    const isMounted = (value: string) => mounts.some(({ mountPath }) => value.startsWith(`${mountPath}/`));
    return Object.fromEntries(all.map(([name, value]) => [name, isMounted(value) ? certificate : value]));
  }
});

/** What a Secret holds under a key. */
function secretOf(key: string): string {
  if (key.endsWith('database-url')) return 'postgresql://its-own@db/evictions?sslmode=verify-full';
  if (key === 'smtp-url') return 'smtp://mail.example.com:587';
  if (key === 'stripe-secret-key') return 'sk_test_1';
  return key.endsWith('secret-key') ? 'f'.repeat(64) : 'authorization=a-key';
}

async function render(folder: string): Promise<Manifest[]> {
  const args = ['build', pathOf(`deploy/kubernetes/${folder}`)];
  const { stdout } = await promisify(execFile)(kustomize ?? '', args, { maxBuffer: 2 ** 24 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

/** The pods of every Deployment and Job. */
function podsOf(manifests: readonly Manifest[]): Pod[] {
  const isRun = ({ kind }: Manifest) => kind === 'Deployment' || kind === 'Job';
  return manifests.filter(isRun).map((manifest) => {
    const { metadata, spec } = manifest.spec.template;
    const [container, ...others] = spec.containers;
    if (!container || others.length > 0) throw new Error(`${manifest.metadata.name} has not exactly one container`);
    return { name: manifest.metadata.name, labels: metadata.labels, spec, container };
  });
}

// The checked fields of the objects.

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: Spec;
  data?: Record<string, string>;
}

type Spec = Deployment & Policy & { rules: { host: string }[] };

interface Container {
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { key: string } } }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts?: { name: string; mountPath: string }[];
  resources?: { limits?: { memory?: string } };
  securityContext?: object;
}

interface PodSpec {
  containers: Container[];
  volumes?: { secret?: { secretName: string } }[];
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: { topologyKey: string; labelSelector: object }[];
}

interface Pod {
  name: string;
  labels: Record<string, string>;
  spec: PodSpec;
  container: Container;
}

interface Deployment {
  replicas?: number;
  selector: { matchLabels: Record<string, string> };
  template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
}

interface Expression {
  key: string;
  operator: 'In' | 'NotIn';
  values: string[];
}

interface Policy {
  podSelector: { matchLabels?: Record<string, string>; matchExpressions?: Expression[] };
  ingress?: { from?: object[]; ports?: { port: number }[] }[];
  egress?: { to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports?: { port: number }[] }[];
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readCompose } from './compose.ts';
import { environmentOf, readStages } from './dockerfile.ts';
import { kustomize, type Manifest } from './kustomize.ts';
import { manifestFaults } from './manifest-faults.ts';
import { type Pod, type PodSpec, podsOf } from './pods.ts';
import { type Settings, settingsOf } from './settings-of.ts';
import { sharedBy, unknownOf } from './variables-of-libraries.ts';

const build = await kustomize(process.env);
const gateways = ['attorney-gateway', 'customer-gateway', 'public-gateway'];
/** The processes that reach the database and Temporal. */
const clients = [...gateways, 'case-worker', 'outbox-worker', 'ops'];
/** Those that run all the time. */
const names = [...clients.filter((name) => name !== 'ops'), 'website'];
/** What the secrets hold; every file that one of them is mounted as is this one. */
const secrets: Record<string, string> = {
  'database-url': 'postgresql://evictions@db/evictions',
  ...Object.fromEntries(clients.map((name) => [`${name}-database-url`, 'postgresql://its-own@db/evictions'])),
  'secret-key': 'f'.repeat(64),
  'website-secret-key': 'd'.repeat(64),
  'smtp-url': 'smtp://mail.example.com:587',
  'stripe-secret-key': 'sk_test_1',
  'temporal-api-key': 'a-key',
  'otel-exporter-otlp-headers': 'authorization=a-key',
  'aws-access-key-id': 'AKIA1',
  'aws-secret-access-key': 's',
};
const certificate = join(mkdtempSync(join(tmpdir(), 'kubernetes-')), 'certificate.pem');
writeFileSync(certificate, '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');

describe.skipIf(build === null)('Kubernetes', () => {
  let base: Manifest[];
  let example: Manifest[];
  let managed: Manifest[];

  beforeAll(async () => {
    [base, example, managed] = await Promise.all([
      build!('deploy/kubernetes/base'),
      build!('deploy/kubernetes/overlays/example'),
      build!('deploy/kubernetes/overlays/managed-temporal'),
    ]);
  });
  const named = (kind: string, name: string) => ({
    spec: {},
    ...example.find((one) => one.kind === kind && one.metadata.name === name),
  });

  test('every object conforms to its schema, before and after the overlay', async () => {
    expect(await manifestFaults(base)).toEqual([]);
    expect(await manifestFaults(example)).toEqual([]);
    expect(await manifestFaults(managed)).toEqual([]);
  });

  test('a field that is wrong, missing or unknown is seen', async () => {
    const budget = named('PodDisruptionBudget', 'case-worker');
    const faultsOf = async (spec: object) => (await manifestFaults([{ ...budget, spec } as Manifest])).join('\n');
    expect(await faultsOf({ maxUnavailable: true })).toContain('maxUnavailable');
    expect(await faultsOf({ maxUnavailabel: 1 })).toContain('maxUnavailabel');
  });

  test.each(names)('%s has at least two spread replicas, autoscaling, a disruption budget and time to stop', (name) => {
    const { template, selector } = named('Deployment', name).spec as Deployment;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ]);
    for (const { labelSelector } of template.spec.topologySpreadConstraints ?? []) {
      expect(labelSelector).toEqual({ matchLabels: selector.matchLabels });
    }
    expect(template.spec.terminationGracePeriodSeconds).toBe(20);
    expect(named('PodDisruptionBudget', name).spec).toEqual({
      maxUnavailable: 1,
      selector: { matchLabels: selector.matchLabels },
    });
    const scaler = { minReplicas: 2, scaleTargetRef: { kind: 'Deployment', name } };
    expect(named('HorizontalPodAutoscaler', name).spec).toMatchObject(scaler);
  });

  test('every Deployment has either an autoscaler, which alone decides how many there are, or a number', () => {
    const scaled = example
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ metadata }) => metadata.name);
    const withNumber = (one: Manifest) => typeof (one as Manifest & { spec: Deployment }).spec.replicas === 'number';
    const deployments = example.filter(({ kind }) => kind === 'Deployment');
    const unnumbered = deployments.filter((one) => !withNumber(one)).map(({ metadata }) => metadata.name);
    expect(unnumbered.sort()).toEqual(scaled.sort());
    expect(named('Deployment', 'ops').spec).toMatchObject({ replicas: 0 });
  });

  test('the first of all objects is the namespace, which takes only restricted pods', () => {
    expect(example[0]).toMatchObject({
      kind: 'Namespace',
      metadata: { name: 'evictions', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    });
    const others = example.slice(1).map(({ metadata }) => metadata.namespace);
    expect(new Set(others)).toEqual(new Set(['evictions']));
  });

  test('no process is root, can write to its image, gains rights, or talks to Kubernetes', () => {
    const pods = podsOf(example);
    expect(pods.map(({ name }) => name).sort()).toEqual([...names, 'ops', 'tasks'].sort());
    for (const { name, spec, container } of pods) {
      expect(spec.securityContext, name).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(spec.automountServiceAccountToken, name).toBe(false);
      expect(container.securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources, name).toHaveProperty('requests.cpu');
      expect(container.resources, name).toHaveProperty('limits.memory');
      expect(container.image, name).toBe('images.example.com/eviction-case-service:0.1.0');
    }
  });

  test('what runs all the time has the same limit of memory with docker compose', () => {
    const { services } = readCompose();
    for (const { name, container } of podsOf(example).filter((pod) => names.includes(pod.name))) {
      expect(`${services[name]?.mem_limit}`.replace('m', 'Mi'), name).toBe(container.resources?.limits?.memory);
    }
  });

  test('every process has liveness and readiness probes at the port of the image', () => {
    const { METRICS_PORT, PORT } = ofImage();
    for (const { name, container } of podsOf(example).filter((pod) => !['ops', 'tasks'].includes(pod.name))) {
      const ports = Object.fromEntries((container.ports ?? []).map((port) => [port.name, String(port.containerPort)]));
      const hasCallers = [...gateways, 'website'].includes(name);
      expect(ports, name).toEqual({ metrics: METRICS_PORT, ...(hasCallers && { http: PORT }) });
      expect(container.startupProbe?.httpGet).toEqual({ path: '/live', port: 'metrics' });
      expect(container.livenessProbe?.httpGet).toEqual({ path: '/live', port: 'metrics' });
      expect(container.readinessProbe?.httpGet).toEqual({ path: '/ready', port: 'metrics' });
    }
  });

  describe('the network', () => {
    const website = { matchLabels: { 'app.kubernetes.io/name': 'website' } };
    const fromProxy = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } };

    /** The policies of a process. */
    function selecting(process: string): Policy[] {
      const { labels } = podsOf(example).find(({ name }) => name === process)!;
      const policies = example.filter(({ kind }) => kind === 'NetworkPolicy') as (Manifest & { spec: Policy })[];
      return policies.flatMap(({ spec }) => {
        const { matchLabels = {}, matchExpressions = [] } = spec.podSelector;
        const isSelected =
          Object.entries(matchLabels).every(([label, value]) => labels[label] === value) &&
          matchExpressions.every(
            ({ key, operator, values }) => values.includes(labels[key] ?? '') === (operator === 'In'),
          );
        return isSelected ? [spec] : [];
      });
    }

    test('is closed to every process in both directions, except for listed traffic', () => {
      const closed = { podSelector: ours, policyTypes: ['Ingress', 'Egress'] };
      expect(named('NetworkPolicy', 'nothing-else').spec).toEqual(closed);
      for (const { name, labels } of podsOf(example)) expect(labels, name).toMatchObject(ours.matchLabels);
    });

    test('leads to the gateways from the proxy and the website alone, which say whose request it is', () => {
      const [one, ...more] = (named('NetworkPolicy', 'requests').spec as Policy).ingress ?? [];
      expect(more).toEqual([]);
      expect(one).toEqual({ from: [fromProxy, { podSelector: website }], ports: [{ protocol: 'TCP', port: 8080 }] });
      for (const name of gateways) {
        const ports = selecting(name).flatMap(({ ingress = [] }) => ingress.flatMap((rule) => rule.ports ?? []));
        expect(new Set(ports.map(({ port }) => port)), name).toEqual(new Set([8080, 9464]));
        const { kind, spec } = named('Service', name) as Manifest & { spec: object };
        expect([kind, 'type' in spec], name).toEqual(['Service', false]); // reached in the cluster alone
      }
    });

    test('leads from the website to the gateways alone, and to it from the proxy', () => {
      const reached = selecting('website').flatMap(({ egress = [] }) => egress);
      const gateway = { podSelector: { matchLabels: { 'app.kubernetes.io/component': 'gateway' } } };
      expect(reached.filter(({ ports = [] }) => !ports.some(({ port }) => port === 53))).toEqual([
        { to: [gateway], ports: [{ protocol: 'TCP', port: 8080 }] },
      ]);
      expect(named('NetworkPolicy', 'website').spec).toMatchObject({
        podSelector: website,
        ingress: [{ from: [fromProxy] }],
      });
      const { container } = podsOf(example).find(({ name }) => name === 'website')!;
      const secretNames = (container.env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? []);
      expect(secretNames.sort()).toEqual(['otel-exporter-otlp-headers', 'website-secret-key']);
      for (const { value = '' } of (container.env ?? []).filter(({ name }) => name.endsWith('_GATEWAY'))) {
        const { kind, spec } = named('Service', new URL(value).hostname) as Manifest & { spec: { ports: unknown } };
        expect([kind, spec.ports], value).toEqual(['Service', [{ name: 'http', port: 80, targetPort: 'http' }]]);
      }
    });

    test('leads to the internet from the outbox worker alone, and never to a private address', () => {
      const outward = (folder: Manifest[]) =>
        (folder.filter(({ kind }) => kind === 'NetworkPolicy') as (Manifest & { spec: Policy })[])
          .filter(({ spec }) => JSON.stringify(spec.egress ?? []).includes('0.0.0.0/0'))
          .map(({ spec }) => spec);
      const [one, ...others] = outward(base);
      expect(others).toEqual([]);
      expect(one?.podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'outbox-worker' } });
      expect(one?.egress?.flatMap(({ ports }) => ports?.map(({ port }) => port))).toEqual([443, 465, 587]);
      for (const spec of outward(example)) {
        const blocks = spec.egress?.flatMap(({ to = [] }) => to.map(({ ipBlock }) => ipBlock)) ?? [];
        expect(blocks.find((block) => block?.cidr === '0.0.0.0/0')?.except).toEqual(notPublic);
      }
    });
  });

  /** Each is started once, for all who ask. */
  const started = new Map<string, Promise<Settings>>();
  function settingsOfPod(pod: Pod): Promise<Settings> {
    const { name, container } = pod;
    const asked =
      started.get(name) ??
      settingsOf(container.args ?? ['services/ops/src/main.ts', 'case', 'list', '--operator', 'a'], {
        ...ofImage(),
        ...environmentOfPod(pod),
      });
    started.set(name, asked);
    return asked;
  }

  test.concurrent.each([...names, 'ops', 'tasks'])(
    '%s finds all it needs, and in its own part nothing that it does not know',
    async (name) => {
      const pod = podsOf(example).find((one) => one.name === name)!;
      const { reads, faults } = await settingsOfPod(pod);
      expect(faults).toEqual([]);
      const given = (pod.container.env ?? []).map((entry) => entry.name);
      expect(unknownOf(given, reads)).toEqual([]);
      // What is secret is taken from a Secret; an overlay can set every other variable in the settings of all.
      expect(fromSecrets(pod)).toEqual(expect.arrayContaining(secretVariables.filter((one) => reads.has(one))));
      expect(fromSecrets(pod).includes('OTEL_EXPORTER_OTLP_HEADERS')).toBe(reads.has('OTEL_EXPORTER_OTLP_ENDPOINT'));
      expect(pod.container.envFrom).toEqual([{ configMapRef: { name: expect.stringMatching(/^settings-/) } }]);
      const all = [...given, ...Object.keys(sharedSettings())];
      expect(all).toEqual(expect.arrayContaining(sharedBy(reads).filter((variable) => variable !== 'S3_ENDPOINT')));
    },
  );

  test('in what all are given there is nothing that none of them knows', async () => {
    const known = (await Promise.all(podsOf(example).map(settingsOfPod))).flatMap(({ reads }) => [...reads]);
    expect(known).toEqual(expect.arrayContaining(Object.keys(sharedSettings())));
  });

  test('with the component for S3, those that keep, read or erase documents reach it, and no others', async () => {
    const pods = podsOf(example);
    const reading = await Promise.all(
      pods.map(async (pod) => ((await settingsOfPod(pod)).reads.has('BLOB_STORE') ? [pod.name] : [])),
    );
    const { podSelector, egress } = named('NetworkPolicy', 'documents').spec as Policy;
    const [{ key, operator, values } = expect.unreachable(), ...others] = podSelector.matchExpressions ?? [];
    expect([key, operator, others]).toEqual(['app.kubernetes.io/name', 'In', []]);
    expect([...(values ?? [])].sort()).toEqual(reading.flat().sort());
    expect(egress?.flatMap(({ ports }) => ports?.map(({ port }) => port))).toEqual([443]);
    expect(sharedSettings()).toMatchObject({ BLOB_STORE: 's3', S3_BUCKET: expect.stringMatching(/./) });
    const namesOf = ({ container }: Pod) => (container.env ?? []).map(({ name }) => name);
    const withKeys = pods.filter((pod) => namesOf(pod).includes('AWS_SECRET_ACCESS_KEY')).map(({ name }) => name);
    expect(withKeys.sort()).toEqual(reading.flat().sort());
  });

  test('with the component for certificates, each process is given its own and no others', () => {
    const given = podsOf(example).map(({ name, spec }) => [name, spec.volumes?.flatMap(({ secret }) => secret ?? [])]);
    const own = (name: string) => [name, [{ secretName: `${name}-certificates`, defaultMode: 0o440 }]];
    const expected = [...clients, 'tasks'].map(own);
    expect(Object.fromEntries(given)).toEqual(Object.fromEntries([...expected, ['website', []]]));
  });

  test('with the component for a managed Temporal, its clients reach it, and its namespace is left to it', () => {
    const { spec } = managed.find(({ metadata }) => metadata.name === 'managed-temporal') as Manifest & {
      spec: Policy;
    };
    expect(spec.podSelector).toEqual((named('NetworkPolicy', 'database-and-temporal').spec as Policy).podSelector);
    expect(spec.egress?.map(({ ports }) => ports)).toEqual([[{ protocol: 'TCP', port: 7233 }]]);
    expect(spec.egress?.[0]?.to?.[0]?.ipBlock).toEqual({ cidr: '0.0.0.0/0', except: notPublic });
    const tasks = podsOf(managed).find(({ name }) => name === 'tasks')!;
    expect(tasks.container.args).toEqual(['services/tasks/src/main.ts', 'database']);
  });

  test('links of mails lead to the host of the Ingress', () => {
    const { rules, tls } = named('Ingress', 'website-and-api').spec as {
      rules: { host: string }[];
      tls: { hosts: string[] }[];
    };
    const { hostname } = new URL(sharedSettings()['WEBSITE_ORIGIN']!);
    expect([rules.map(({ host }) => host), tls.map(({ hosts }) => hosts)]).toEqual([[hostname], [[hostname]]]);
  });

  test('without that component nothing refers to S3', () => {
    expect(JSON.stringify(base)).not.toMatch(/BLOB_STORE|S3_|AWS_/);
  });

  function sharedSettings(): Record<string, string> {
    const [settings] = example.filter(({ kind }) => kind === 'ConfigMap') as (Manifest & {
      data: Record<string, string>;
    })[];
    return settings!.data;
  }

  function environmentOfPod({ container }: Pod): Record<string, string> {
    const maps = new Map(example.filter(({ kind }) => kind === 'ConfigMap').map((map) => [map.metadata.name, map]));
    const shared = (container.envFrom ?? []).map(
      ({ configMapRef }) => (maps.get(configMapRef?.name ?? '') as unknown as { data: Record<string, string> }).data,
    );
    const own = (container.env ?? []).map(({ name, value, valueFrom }) => {
      const key = valueFrom?.secretKeyRef?.key ?? '';
      return [name, value ?? secrets[key] ?? `no secret has ${key}`];
    });
    const all = Object.assign({}, ...shared, Object.fromEntries(own)) as Record<string, string>;
    const mounts = container.volumeMounts?.filter(({ name }) => name === 'certificates') ?? [];
    const isMounted = (value: string) => mounts.some(({ mountPath }) => value.startsWith(`${mountPath}/`));
    return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, isMounted(value) ? certificate : value]));
  }
});

const secretVariables = ['DATABASE_URL', 'SECRET_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'TEMPORAL_API_KEY'];

/** The variables that a pod is given from a Secret. */
function fromSecrets({ container }: Pod): string[] {
  return (container.env ?? []).flatMap(({ name, valueFrom }) => (valueFrom?.secretKeyRef ? name : []));
}

const ours = { matchLabels: { 'app.kubernetes.io/part-of': 'evictions' } };
const notPublic = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];

interface Deployment {
  replicas?: number;
  selector: { matchLabels: Record<string, string> };
  template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
}

interface Policy {
  podSelector: {
    matchLabels?: Record<string, string>;
    matchExpressions?: { key: string; operator: string; values: string[] }[];
  };
  ingress?: { from?: object[]; ports?: { port: number }[] }[];
  policyTypes: string[];
  egress?: {
    to?: { ipBlock?: { cidr: string; except?: string[] } }[];
    ports?: { port: number }[];
  }[];
}

function ofImage(): Record<string, string> {
  return environmentOf(readStages().at(-1)!);
}

import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { filesOf, secrets, valuesOf } from '../../compose/secrets.ts';
import { environmentOfImage, interpolate, readCompose, unknownOf } from './compose.ts';
import { readEnvFile, readText } from './files.ts';
import { settingsOf } from './settings-of.ts';

// The process that takes mail, which a deployment adds.

const env = { ...readEnvFile('.env.example'), MAIL_IN_DOMAIN: 'inbox.example.com' };
const override = readCompose('deploy/compose/mail-in.yml');
const composed = override.services['mail-in']!;

const component = ['mail-in.yaml', 'network-policy.yaml'].flatMap((file) =>
  // oxlint-disable-next-line typescript/no-explicit-any
  parseAllDocuments(readText(`deploy/kubernetes/components/mail-in/${file}`), { merge: true }).map((one): any =>
    one.toJS(),
  ),
);
const find = (kind: string) => component.find((one) => one.kind === kind) ?? expect.unreachable(`there is no ${kind}`);

test('its secret is made and asked for where mail is taken, and nowhere else', () => {
  const trial = valuesOf({ SITE_ADDRESS: 'localhost', MAIL_IN_DOMAIN: 'inbox.example.com' }, {}).values;
  expect(Object.keys(trial)).toEqual([...secrets, 'MAIL_IN_DB_PASSWORD']);
  const { faults } = valuesOf({ SITE_ADDRESS: 'example.org', MAIL_IN_DOMAIN: 'inbox.example.org' }, {});
  expect(faults.join()).toContain('MAIL_IN_DB_PASSWORD must be set');
  expect(filesOf(trial, {})).not.toHaveProperty('mail-in');
  const files = filesOf(trial, env);
  expect(new URL(parseEnv(files['mail-in']?.['environment'] ?? '')['DATABASE_URL'] ?? '').username).toBe('mail_in');
  expect(files['deploy']?.['environment']).toContain(`mail_in:${trial['MAIL_IN_DB_PASSWORD']}`);
});

test('with docker compose it finds all it needs, reaches PostgreSQL alone, and is reached by mail and for its metrics', async () => {
  const given = { ...interpolate(composed.environment ?? {}, env), DATABASE_URL: 'x' };
  const { reads, faults } = await settingsOf(composed.command ?? [], { ...environmentOfImage(), ...given });
  expect([faults, unknownOf(Object.keys(given), reads)]).toEqual([[], []]);
  expect(() => interpolate(composed.environment, readEnvFile('.env.example'))).toThrow('MAIL_IN_DOMAIN');
  const { networks } = override;
  expect(composed.networks?.map((name) => [name, networks[name]])).toEqual([
    ['of-mail-in', { internal: true }],
    ['mail-servers', { driver_opts: { 'com.docker.network.bridge.enable_ip_masquerade': 'false' } }],
  ]);
  for (const name of ['postgres', 'prometheus']) expect(override.services[name]).toEqual({ networks: ['of-mail-in'] });
  expect(composed).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    ports: ['${BIND_ADDRESS:-127.0.0.1}:${MAIL_IN_PORT:-2525}:2525'],
  });
  const forPublic = { ...env, BIND_ADDRESS: '0.0.0.0', MAIL_IN_PORT: '25' };
  expect(interpolate(composed.ports, forPublic)).toEqual(['0.0.0.0:25:2525']);
});

test('in Kubernetes it finds all it needs, cannot write to its image, and is reached at its one port', async () => {
  const { template, selector } = find('Deployment').spec;
  const [container] = template.spec.containers;
  const own = container.env.map(({ name, value = 'x' }: { name: string; value?: string }) => [name, value]);
  const given = { ...environmentOfImage(), MAIL_IN_DOMAIN: 'inbox.example.com', ...Object.fromEntries(own) };
  const { reads, faults } = await settingsOf(container.args, given);
  expect([
    faults,
    unknownOf(
      own.map(([name]: string[]) => name),
      reads,
    ),
  ]).toEqual([[], []]);
  expect(template.spec.automountServiceAccountToken).toBe(false);
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
  expect(given).toMatchObject({ NODE_OPTIONS: composed.environment?.['NODE_OPTIONS'] });
  expect(container.resources.limits.memory).toBe(composed.mem_limit?.replace('m', 'Mi'));
  const port = container.ports.find(({ name }: { name: string }) => name === 'smtp').containerPort;
  expect(find('Service').spec).toMatchObject({ selector: selector.matchLabels, externalTrafficPolicy: 'Local' });
  expect(find('NetworkPolicy').spec.ingress).toEqual([{ ports: [{ protocol: 'TCP', port }] }]);
  expect(find('PodDisruptionBudget').spec.selector).toEqual(selector);
});

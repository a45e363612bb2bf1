import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { filesOf, secrets, valuesOf } from '../../compose/secrets.ts';
import { findGuides } from '../../../services/public-gateway/src/guides/guides.ts';
import { issueCertificates } from '../../../services/ops/src/certificates.ts';
import {
  environmentOfImage,
  instructionsOf,
  interpolate,
  readCompose,
  type Service,
  unknownOf,
  variablesOf,
} from './compose.ts';
import { readEnvFile, readText } from './files.ts';
import { certificate, settingsOf } from './settings-of.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
const built = services.filter(([, { build }]) => build !== undefined);
/** The processes of the service. */
const own = built.filter(
  ([name, { build }]) =>
    build?.dockerfile === 'deploy/images/Dockerfile' && !['secrets', 'certificates'].includes(name),
);
/** What an operator has filled in who changed nothing. */
const filledIn = readEnvFile('.env.example');
/** The files that the service `secrets` writes for them. */
const files = filesOf(valuesOf({ SITE_ADDRESS: 'localhost' }, {}).values, filledIn);
const gateways = ['attorney-gateway', 'customer-gateway', 'public-gateway'];

test('every image has a version', () => {
  const images = services.flatMap(([, { build, image = '' }]) => (build === undefined ? [image] : []));
  const stages = instructionsOf('FROM').map((from) => from.split(' '));
  const bases = stages.flatMap(([base = '']) => (stages.some(([, , name]) => name === base) ? [] : [base]));
  for (const image of [...images, ...bases])
    expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[\da-f]{64})?$/);
});

describe('the networks', () => {
  const namesOf = (some: readonly [string, Service][]) => some.map(([name]) => name).sort();
  const isOpen = (name: string) => compose.networks[name]?.internal !== true;

  /** Those that share a network with a service. */
  function neighborsOf(name: string): string[] {
    const { networks = [] } = compose.services[name]!;
    return services.flatMap(([other, { networks: of = [] }]) =>
      other !== name && of.some((network) => networks.includes(network)) ? [other] : [],
    );
  }

  test('let nobody in but on this machine, and by no way but the proxy and the pages of operators', () => {
    const published = services.filter(([, { ports }]) => ports !== undefined);
    const pages = ['alertmanager', 'grafana', 'mailbox', 'prometheus', 'temporal-web'];
    expect(namesOf(published)).toEqual([...pages, 'caddy'].sort());
    for (const port of published.flatMap(([, { ports = [] }]) => ports))
      expect(interpolate(port, filledIn)).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  test('lead out from what calls others alone', () => {
    for (const [name, { networks, network_mode }] of services) expect(networks ?? network_mode, name).toBeDefined();
    const masquerade = 'com.docker.network.bridge.enable_ip_masquerade';
    expect(compose.networks['pages']?.driver_opts).toEqual({ [masquerade]: 'false' });
    const out = services.filter(([, { networks = [] }]) => networks.some((one) => one !== 'pages' && isOpen(one)));
    expect(namesOf(out)).toEqual(['alertmanager', 'caddy', 'customer-gateway', 'outbox-worker']);
  });

  test('lead from the proxy to the gateways and the website, and from there to neither database nor Temporal', () => {
    expect(neighborsOf('website').sort()).toEqual([...gateways, 'agent-gateway', 'caddy', 'prometheus'].sort());
    const behindCaddy = neighborsOf('caddy').filter((name) => own.some(([one]) => one === name));
    expect(behindCaddy.sort()).toEqual([...gateways, 'agent-gateway', 'website'].sort());
    const ofAgents = ['caddy', 'customer-gateway', 'prometheus', 'public-gateway', 'website'];
    expect(neighborsOf('agent-gateway').sort()).toEqual(ofAgents);
  });

  test('lead from each gateway to PostgreSQL and Temporal, and to no other process but those that call it', () => {
    for (const name of gateways) {
      const callers = ['caddy', 'prometheus', 'website', ...(name === 'attorney-gateway' ? [] : ['agent-gateway'])];
      expect(neighborsOf(name).sort(), name).toEqual([...callers, 'postgres', 'temporal'].sort());
    }
    for (const name of ['case-worker', 'outbox-worker'])
      expect(neighborsOf(name).filter((other) => own.some(([one]) => one === other))).toEqual([]);
  });

  test('lead to each that believes X-Forwarded-For from Caddy and Prometheus alone', () => {
    const believing = services.filter(([, { environment = {} }]) => 'PROXY_HOPS' in environment);
    expect(namesOf(believing)).toEqual([...gateways, 'agent-gateway', 'website'].sort());
    for (const [name, { ports, environment = {} }] of believing) {
      expect([ports, interpolate(environment, filledIn)['PROXY_HOPS']], name).toEqual([undefined, '1']);
      const leadingIn = neighborsOf(name).filter((other) => compose.services[other]?.ports !== undefined);
      expect(leadingIn.sort(), name).toEqual(['caddy', 'prometheus']);
    }
  });
});

test('links of mails lead to the website', () => {
  const { SITE_ADDRESS, HTTPS_PORT, WEBSITE_ORIGIN } = filledIn;
  expect(WEBSITE_ORIGIN).toBe(`https://${SITE_ADDRESS}:${HTTPS_PORT}`);
});

test('Temporal requires certificates, every one that it names is issued, and nobody is given the authority', async () => {
  const mountsOf = ({ volumes = [] }: Service) => volumes.filter((volume) => volume.startsWith('certificates-'));
  for (const [name, service] of services.filter(([one]) => one !== 'certificates')) {
    const { TEMPORAL_ADDRESS } = service.environment ?? {};
    const of = ['temporal', 'postgres'].includes(name)
      ? name
      : (TEMPORAL_ADDRESS ?? name === 'temporal-schema') && 'client';
    expect(mountsOf(service), name).toEqual(of ? [`certificates-${of}:/run/certificates:ro`] : []);
  }
  const { environment = {} } = compose.services['temporal']!;
  expect(environment).toMatchObject({ TEMPORAL_TLS_REQUIRE_CLIENT_AUTH: 'true', USE_INTERNAL_FRONTEND: 'true' });
  const folder = mkdtempSync(join(tmpdir(), 'issued-'));
  await issueCertificates(folder);
  const named = Object.values(environment).filter((value) => value.startsWith('/run/certificates/'));
  expect(named.length).toBeGreaterThan(5);
  for (const file of named) expect(existsSync(join(folder, 'temporal', basename(file))), file).toBe(true);
  expect(existsSync(join(folder, 'client', 'postgres-ca.pem'))).toBe(true);
});

test('PostgreSQL is reached over TLS by all, and logs no value of a statement', () => {
  const { command = [] } = compose.services['postgres']!;
  expect(command).toEqual(expect.arrayContaining(['-cssl=on', '-clog_error_verbosity=terse']));
  for (const [name] of own.filter(([one]) => !['agent-gateway', 'website'].includes(one))) {
    const { searchParams } = new URL(givenInSecret(name)['DATABASE_URL'] ?? '');
    expect(Object.fromEntries(searchParams), name).toEqual({
      sslmode: 'verify-full',
      sslrootcert: '/run/certificates/postgres-ca.pem',
    });
  }
  expect(compose.services['temporal']!.environment).toMatchObject({
    SQL_TLS_ENABLED: 'true',
    SQL_HOST_VERIFICATION: 'true',
  });
  expect(compose.services['temporal-schema']!.environment).toMatchObject({ SQL_TLS: 'true' });
});

test('each service reads its own secrets and no other, from no environment', () => {
  const mountsOf = ({ volumes = [] }: Service) => volumes.filter((volume) => volume.startsWith('secrets-'));
  for (const [name, service] of services.filter(([one]) => one !== 'secrets')) {
    expect(mountsOf(service), name).toEqual(name in files ? [`secrets-${name}:/run/secrets:ro`] : []);
    for (const secret of secrets) expect(JSON.stringify(service), name).not.toContain(`\${${secret}`);
  }
  for (const [name, { entrypoint = [] }] of own)
    expect(entrypoint.includes('--env-file=/run/secrets/environment'), name).toBe(name in files);
});

test('the image is not run as root, and holds no secret', () => {
  expect(instructionsOf('USER')).toEqual(['1000:1000']);
  expect(instructionsOf('ARG')).toEqual([]);
  for (const name of Object.keys(environmentOfImage())) expect(name).not.toMatch(/SECRET|PASSWORD|TOKEN|_URL$/);
  expect(readText('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['*', '**/node_modules', '**/.env*']));
});

test('the image has the guides that the public gateway serves', () => {
  const lines = readText('.dockerignore').split('\n');
  const { index, groups, pictures } = findGuides();
  const guides = [index, ...groups.flatMap((group) => group.guides.map(({ file }) => file)), ...pictures];
  const isTaken = (file: string) => lines.some((line) => line === `!${file}` || file.startsWith(`${line.slice(1)}/`));
  expect(guides.filter((file) => !isTaken(file))).toEqual([]);
});

test.each(built)('%s can write only to mounted folders, cannot change its user, and has time to stop', (_, service) => {
  const { read_only, cap_drop, cap_add, privileged, security_opt, stop_grace_period = '' } = service;
  expect({ read_only, cap_drop, cap_add, privileged }).toEqual({ read_only: true, cap_drop: ['ALL'] });
  expect(security_opt).toContain('no-new-privileges:true');
  expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(15);
});

describe('settings', () => {
  test('.env.example has each of them, and no secret', () => {
    expect([...variablesOf(compose)].sort()).toEqual(Object.keys(filledIn).sort());
    for (const [name, value] of Object.entries(filledIn)) if (/SECRET|PASSWORD/.test(name)) expect(value).toBe('');
  });

  test('none is asked for on localhost: what the file says is what it would be without .env', () => {
    for (const [name, { environment = {} }] of services) expect(() => interpolate(environment, {}), name).not.toThrow();
    for (const [name, { environment = {} }] of own) {
      const { OPS_EMAIL: _, MAIL_FROM: __, ...rest } = interpolate(environment, filledIn);
      expect(interpolate(environment, {}), name).toMatchObject(rest);
    }
  });

  test.concurrent.each(own)(
    '%s finds all it needs, nothing that it does not know, and everything that it reads',
    async (name, service) => {
      const { reads, faults } = await settingsOfService(name, service);
      expect(faults).toEqual([]);
      expect(unknownOf(Object.keys(service.environment ?? {}), reads)).toEqual([]);
      const given = { ...environmentOfImage(), ...service.environment, ...givenInSecret(name) };
      expect([...reads].filter((variable) => !(variable in given) && !(variable in notForCompose))).toEqual([]);
    },
  );

  test('with the file for S3, those that keep, read or erase documents reach it, and no others', async () => {
    const opened = readCompose('deploy/compose/s3.yml').services;
    const asking = own.map(async ([name, service]) =>
      (await settingsOfService(name, service)).reads.has('BLOB_STORE') ? [name] : [],
    );
    expect(Object.keys(opened).sort()).toEqual((await Promise.all(asking)).flat().sort());
    for (const [name, service] of Object.entries(opened)) {
      const group = ['deploy', 'ops'].includes(name) ? 'operations' : name;
      const networks = [...new Set([...compose.services[name]!.networks!, `out-of-${group}`])];
      expect(service, name).toEqual({ networks });
    }
  });

  function settingsOfService(name: string, { environment = {}, entrypoint = [], command = [] }: Service) {
    const s3 = { BLOB_STORE: 's3', S3_BUCKET: 'documents', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
    const given = Object.entries(interpolate(environment, { ...filledIn, ...s3 })).map(([variable, value]) => [
      variable,
      value.startsWith('/run/certificates/') ? certificate : value,
    ]);
    const file = entrypoint.slice(1).filter((argument) => !argument.startsWith('--'));
    // The command line needs a command before it looks at its settings.
    const args = name === 'ops' ? ['case', 'list', '--operator', 'check'] : command;
    const all = { ...givenInSecret(name), ...environmentOfImage(), ...Object.fromEntries(given) };
    return settingsOf([...file, ...args], all);
  }
});

/** Why a variable that a process reads cannot be set in .env. */
const notForCompose = {
  TEMPORAL_API_KEY: 'compose has a Temporal server of its own, which goes by certificates',
  TEMPORAL_TLS_SERVER_NAME: 'the certificate bears the name by which compose reaches the server',
  WEBHOOK_TEST_ALLOW: 'is refused in production',
  OUTBOX_TASK_QUEUE: 'there is one queue of outboxes',
  CASE_TASK_QUEUE: 'there is one queue of cases',
  INIT_CWD: 'is set by npm',
};

/** The variables in the file that the service `secrets` writes for a process. */
function givenInSecret(name: string): Record<string, string> {
  return parseEnv(files[name]?.['environment'] ?? '') as Record<string, string>;
}

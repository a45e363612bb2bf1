import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { interpolate, readCompose, type Service, variablesOf } from './compose.ts';
import { filesOf, secrets, valuesOf } from '../../compose/secrets.ts';
import { issueCertificates } from '../../../services/tasks/src/certificates.ts';
import { environmentOf, readStages } from './dockerfile.ts';
import { pathOf, readEnvFile, readText } from './files.ts';
import { settingsOf } from './settings-of.ts';
import { sharedBy, unknownOf } from './variables-of-libraries.ts';

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

const certificate = join(mkdtempSync(join(tmpdir(), 'compose-')), 'certificate.pem');
writeFileSync(certificate, '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');

test('each file conforms to the compose specification', () => {
  const file = createRequire(import.meta.url).resolve('dclint/package.json');
  const schema = JSON.parse(readFileSync(new URL('schemas/compose.schema.json', `file://${file}`), 'utf8')) as {
    $schema?: string;
  };
  delete schema.$schema; // names a dialect by an address that it does not have
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  for (const content of [compose, readCompose('deploy/compose/s3.yml')]) {
    expect(validate(content), JSON.stringify(validate.errors)).toBe(true);
  }
  expect(validate({ ...compose, services: { one: { imagee: 'x' } } })).toBe(false);
});

test('every image has a version, and those of Temporal’s server and its tools have the same', () => {
  const foreign = services.filter(([, { build }]) => build === undefined).map(([, { image = '' }]) => image);
  const images = [...new Set(foreign)];
  for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[\da-f]{64})?$/);
  const versionOf = (name: string) =>
    images.filter((image) => image.startsWith(`temporalio/${name}:`)).map((image) => image.split(':')[1]);
  expect(versionOf('server')).toEqual([expect.stringMatching(/^1\.32\./)]);
  expect(versionOf('admin-tools')).toEqual(versionOf('server'));
  const values = readText('deploy/kubernetes/temporal/values.yaml');
  const inCluster = [...values.matchAll(/image: { tag: (\S+) }/g)].map(([, tag]) => tag);
  expect(inCluster).toEqual([...versionOf('server'), ...versionOf('admin-tools'), ...versionOf('ui')]);
});

test('only the reverse proxy, the pages of operators and what they ask are published, on this machine alone', () => {
  const published = services.filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name).sort()).toEqual([
    'alertmanager',
    'caddy',
    'grafana',
    'mailbox',
    'prometheus',
    'temporal-web',
  ]);
  for (const port of published.flatMap(([, { ports = [] }]) => ports)) {
    expect(interpolate(port, filledIn)).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  }
});

test('of what publishes nothing, only the outbox worker and the customer gateway reach the internet', () => {
  const open = Object.keys(compose.networks).filter((name) => !compose.networks[name]?.internal);
  const reaching = services.filter(
    ([, { networks, network_mode, ports }]) =>
      ports === undefined &&
      network_mode === undefined &&
      (networks ?? ['default']).some((name) => open.includes(name)),
  );
  expect(reaching.map(([name]) => name).sort()).toEqual(['customer-gateway', 'outbox-worker']);
  for (const [name, { networks, network_mode }] of services) expect(networks ?? network_mode, name).toBeDefined();
});

test('the pages of operators lead nobody out', () => {
  const { driver_opts } = compose.networks['pages']!;
  expect(driver_opts).toEqual({ 'com.docker.network.bridge.enable_ip_masquerade': 'false' });
  const leading = new Set(
    Object.keys(compose.networks).filter((name) => !compose.networks[name]?.internal && name !== 'pages'),
  );
  const out = services.filter(([, { networks = [] }]) => networks.some((name) => leading.has(name)));
  expect(out.map(([name]) => name).sort()).toEqual(['alertmanager', 'caddy', 'customer-gateway', 'outbox-worker']);
});

/** Those that share a network with a service. */
function neighborsOf(name: string): string[] {
  const { networks = [] } = compose.services[name]!;
  return services.flatMap(([other, { networks: of = [] }]) =>
    other !== name && of.some((network) => networks.includes(network)) ? [other] : [],
  );
}

test('the website reaches the gateways, and neither the database nor Temporal', () => {
  const gateways = ['attorney-gateway', 'customer-gateway', 'public-gateway'];
  expect(neighborsOf('website').sort()).toEqual([...gateways, 'caddy', 'prometheus'].sort());
  // Caddy leads in from outside, so it has no way past the website and the gateways either.
  const behindCaddy = neighborsOf('caddy').filter((name) => own.some(([one]) => one === name));
  expect(behindCaddy.sort()).toEqual([...gateways, 'website'].sort());
});

test('each that believes X-Forwarded-For publishes no port, and is in no network with a published one but Caddy and Prometheus', () => {
  const believing = services.filter(([, { environment = {} }]) => 'PROXY_HOPS' in environment);
  expect(believing.map(([name]) => name).sort()).toEqual([
    'attorney-gateway',
    'customer-gateway',
    'public-gateway',
    'website',
  ]);
  for (const [name, { ports, environment }] of believing) {
    expect([ports, interpolate(environment!, filledIn)['PROXY_HOPS']], name).toEqual([undefined, '1']);
    // Of operators', only what reads the metrics of each.
    const leadingIn = neighborsOf(name).filter((other) => compose.services[other]?.ports !== undefined);
    expect(leadingIn.sort(), name).toEqual(['caddy', 'prometheus']);
  }
});

test('links of mails lead to the website', () => {
  const { SITE_ADDRESS, HTTPS_PORT, WEBSITE_ORIGIN } = filledIn;
  expect(WEBSITE_ORIGIN).toBe(`https://${SITE_ADDRESS}:${HTTPS_PORT}`);
});

test('each starts when what it needs is healthy or through', () => {
  const needs = services.flatMap(([name, { depends_on = {} }]) =>
    Object.entries(depends_on).map(([other, { condition }]) => ({ name, other, condition })),
  );
  expect(needs.length).toBeGreaterThan(10);
  for (const { name, other, condition } of needs) {
    expect(whatEnds(compose.services[other]!), `${name} after ${other}`).toBe(condition);
  }
  // Migrations and the namespace are there before any process is.
  const needing = own.filter(([name]) => name !== 'tasks' && 'DATABASE_URL' in givenInSecret(name));
  expect(needing.length).toBeGreaterThan(5);
  for (const [name, { depends_on }] of needing) {
    expect(depends_on, name).toHaveProperty('tasks.condition', 'service_completed_successfully');
  }
});

test('mounted files exist', () => {
  for (const [name, { volumes = [] }] of services) {
    for (const [source = '', target] of volumes.map((volume) => volume.split(':'))) {
      if (target === undefined) continue; // one of its own, without a name
      const known = source.startsWith('./') ? existsSync(pathOf(source)) : Object.hasOwn(compose.volumes, source);
      expect(known, `${name}: ${source}`).toBe(true);
    }
  }
});

describe('certificates for Temporal', () => {
  const mountsOf = (name: string) =>
    (compose.services[name]?.volumes ?? []).filter((volume) => volume.startsWith('certificates-'));
  const { environment: ofServer = {} } = compose.services['temporal']!;

  test('are issued into a volume for the server and one for its clients, and nobody is given the authority', () => {
    const expected = ['authority', 'temporal', 'client'].map((name) => `certificates-${name}:/certificates/${name}`);
    expect(mountsOf('certificates')).toEqual(expected);
    for (const [name] of services.filter(([one]) => one !== 'certificates' && mountsOf(one).length > 0)) {
      const of = name === 'temporal' ? 'temporal' : 'client';
      expect(mountsOf(name), name).toEqual([`certificates-${of}:/run/certificates:ro`]);
    }
  });

  test('are shown by each that Temporal is named to', () => {
    const connecting = services.filter(([, { environment = {} }]) => 'TEMPORAL_ADDRESS' in environment);
    expect(connecting.length).toBeGreaterThan(7);
    for (const [name, { environment = {} }] of connecting) {
      expect(mountsOf(name), name).toHaveLength(1);
      expect(Object.values(environment), name).toEqual(
        expect.arrayContaining(['ca', 'certificate', 'key'].map((file) => `/run/certificates/${file}.pem`)),
      );
    }
  });

  test('are required by the server, of clients by another authority than among its own services', () => {
    expect(ofServer).toMatchObject({
      TEMPORAL_TLS_REQUIRE_CLIENT_AUTH: 'true',
      USE_INTERNAL_FRONTEND: 'true',
      TEMPORAL_TLS_CLIENT1_CA_CERT: '/run/certificates/ca.pem',
      TEMPORAL_TLS_CLIENT2_CA_CERT: '/run/certificates/ca.pem',
      TEMPORAL_TLS_SERVER_CA_CERT: '/run/certificates/internode-ca.pem',
    });
    const { networks = [] } = compose.services['temporal']!;
    expect(networks.filter((name) => !compose.networks[name]?.internal)).toEqual([]);
  });

  test('each file that the server is given is issued', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'issued-'));
    await issueCertificates(folder);
    const named = Object.values(ofServer).filter((value) => value.startsWith('/run/certificates/'));
    expect(named.length).toBeGreaterThan(5);
    for (const file of named) expect(existsSync(join(folder, 'temporal', basename(file))), file).toBe(true);
  });

  test('the server has the defaults of its dynamic configuration', () => {
    expect(ofServer['DYNAMIC_CONFIG_FILE_PATH']).toBe('/dev/null');
  });
});

describe('secrets', () => {
  const mountsOf = (name: string) =>
    (compose.services[name]?.volumes ?? []).filter((volume) => volume.startsWith('secrets-'));

  test('each service reads its own, and no other', () => {
    const readers = services.filter(([name]) => name !== 'secrets' && mountsOf(name).length > 0);
    expect(readers.map(([name]) => name).sort()).toEqual(Object.keys(files).sort());
    for (const [name] of readers) expect(mountsOf(name), name).toEqual([`secrets-${name}:/run/secrets:ro`]);
    const written = [...readers.map(([name]) => name), 'made'].map((name) => `secrets-${name}:/secrets/${name}`);
    expect(mountsOf('secrets').sort()).toEqual(written.sort());
  });

  test('a process that has some reads them, and each waits until they are written', () => {
    for (const [name] of own) {
      const { entrypoint = [] } = compose.services[name]!;
      expect(entrypoint.includes('--env-file=/run/secrets/environment'), name).toBe(Object.hasOwn(files, name));
    }
    const waits = (name: string): boolean =>
      name === 'secrets' || Object.keys(compose.services[name]?.depends_on ?? {}).some(waits);
    for (const name of Object.keys(files)) expect(waits(name), name).toBe(true);
  });

  test('are asked for by name, taken from .env, and stand in no other environment', () => {
    const { environment = {} } = compose.services['secrets']!;
    expect(Object.keys(environment)).toEqual([
      'SITE_ADDRESS',
      ...secrets,
      'SMTP_URL',
      'SMTP_TLS',
      'WEBSITE_ORIGIN',
      'MAIL_FROM',
      'OPS_EMAIL',
    ]);
    for (const [name, service] of services) {
      const texts = JSON.stringify(service);
      if (name !== 'secrets') for (const secret of secrets) expect(texts, name).not.toContain(`\${${secret}`);
    }
  });
});

describe('settings', () => {
  test('.env.example has each of them, and no secret', () => {
    expect([...variablesOf(compose)].sort()).toEqual(Object.keys(readEnvFile('.env.example')).sort());
    for (const [name, value] of Object.entries(readEnvFile('.env.example'))) {
      if (/SECRET|PASSWORD/.test(name)) expect(value, name).toBe('');
    }
  });

  test('none is asked for on localhost: what the file says is what it would be without .env', () => {
    for (const [name, { environment = {} }] of services) {
      expect(() => interpolate(environment, {}), name).not.toThrow();
    }
    for (const [name, { environment = {} }] of own) {
      const { OPS_EMAIL: _, MAIL_FROM: __, ...rest } = interpolate(environment, filledIn);
      expect(interpolate(environment, {}), name).toMatchObject(rest);
    }
  });

  const inS3 = {
    ...filledIn,
    BLOB_STORE: 's3',
    S3_BUCKET: 'documents',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 's',
  };
  /** Each is started once, for all who ask. */
  const started = new Map<string, ReturnType<typeof settingsOf>>();
  function settingsOfService(name: string, service: Service): ReturnType<typeof settingsOf> {
    const environment = {
      ...givenInSecret(name),
      ...ofImage(),
      ...withCertificate(interpolate(service.environment ?? {}, inS3)),
    };
    const asked = started.get(name) ?? settingsOf(argumentsOf(name, service), environment);
    started.set(name, asked);
    return asked;
  }

  test.concurrent.each(own)('%s finds all it needs, and nothing that it does not know', async (name, service) => {
    const { reads, faults } = await settingsOfService(name, service);
    expect(faults).toEqual([]);
    const given = Object.keys(service.environment ?? {});
    expect(unknownOf(given, reads)).toEqual([]);
    expect(given).toEqual(expect.arrayContaining(sharedBy(reads)));
  });

  test.concurrent.each(own)('%s is given every variable that it reads', async (name, service) => {
    const { reads } = await settingsOfService(name, service);
    const given = { ...ofImage(), ...service.environment, ...givenInSecret(name) };
    const missing = [...reads].filter((variable) => !(variable in given) && !(variable in notForCompose));
    expect(missing).toEqual([]);
  });

  test('documents are in the database by default', () => {
    for (const [name, { environment = {} }] of own) {
      const given = interpolate(environment, filledIn);
      for (const variable of Object.keys(given).filter((one) => /^(BLOB|S3|AWS)_/.test(one))) {
        expect(given[variable], `${name}: ${variable}`).toBe('');
      }
    }
  });

  test('with the file for S3, those that keep, read or erase documents reach it, and no others', async () => {
    const opened = readCompose('deploy/compose/s3.yml').services;
    const asking = await Promise.all(
      own.map(async ([name, service]) =>
        (await settingsOfService(name, service)).reads.has('BLOB_STORE') ? [name] : [],
      ),
    );
    expect(Object.keys(opened).sort()).toEqual(asking.flat().sort());
    for (const [name, service] of Object.entries(opened)) {
      expect(service, name).toEqual({ networks: [...new Set([...compose.services[name]!.networks!, 'outside'])] });
    }
  });
});

describe.each(built)('%s', (_, { read_only, cap_drop, cap_add, privileged, security_opt, stop_grace_period }) => {
  test('can write only to mounted folders, and cannot change its user', () => {
    expect({ read_only, cap_drop, cap_add, privileged }).toEqual({ read_only: true, cap_drop: ['ALL'] });
    expect(security_opt).toContain('no-new-privileges:true');
  });

  test('has the time it needs to stop', () => {
    expect(Number.parseInt(stop_grace_period ?? '0', 10)).toBeGreaterThan(15);
  });
});

/** What can be waited for: health is asked for by the file or by our image; what is started again never is through. */
function whatEnds({ build, healthcheck, restart = 'no' }: Service): string | undefined {
  const hasCheck = build ? healthcheck?.disable !== true : healthcheck !== undefined;
  if (hasCheck) return 'service_healthy';
  return restart === 'unless-stopped' ? undefined : 'service_completed_successfully';
}

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

function ofImage(): Record<string, string> {
  return environmentOf(readStages().at(-1)!);
}

/** Every file that a certificate is mounted as is one that is there. */
function withCertificate(environment: Record<string, string>): Record<string, string> {
  const entries = Object.entries(environment);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.startsWith('/run/certificates/') ? certificate : value]),
  );
}

/** The command line needs a command before it looks at its settings. */
function argumentsOf(name: string, { entrypoint = [], command = [] }: Service): string[] {
  const file = entrypoint.slice(1).filter((argument) => !argument.startsWith('--'));
  return [...file, ...(name === 'ops' ? ['case', 'list', '--operator', 'check'] : command)];
}

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { interpolate, readCompose, type Service, variablesOf } from './compose.ts';
import { filesOf, secrets, valuesOf } from '../../compose/secrets.ts';
import { environmentOf, readStages } from './dockerfile.ts';
import { pathOf, readEnvFile, readText } from './files.ts';
import { settingsOf } from './settings-of.ts';
import { sharedBy, unknownOf } from './variables-of-libraries.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
const built = services.filter(([, { build }]) => build !== undefined);
/** The processes of the service. */
const own = built.filter(([name, { build }]) => build?.dockerfile === 'deploy/images/Dockerfile' && name !== 'secrets');
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

test('every image has a version, and those of Temporal are of the versions that the tests run against', () => {
  const foreign = services.filter(([, { build }]) => build === undefined).map(([, { image = '' }]) => image);
  const images = [...new Set(foreign)];
  for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[\da-f]{64})?$/);
  const modules = readText('deploy/temporal/go.mod');
  const [, server] = /go\.temporal\.io\/server v(\S+)/.exec(modules) ?? [];
  const [, web] = /temporalio\/ui-server\/v2 v(\S+)/.exec(modules) ?? [];
  const expected = [`temporalio/admin-tools:${server}`, `temporalio/ui:${web}`];
  expect(images.filter((image) => image.startsWith('temporalio/')).sort()).toEqual(expected);
});

test('only the reverse proxy, the pages of operators and what they ask are published, on this machine alone', () => {
  const published = services.filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name).sort()).toEqual([
    'alertmanager',
    'caddy',
    'codec-server',
    'grafana',
    'mailbox',
    'prometheus',
    'temporal-web',
  ]);
  for (const port of published.flatMap(([, { ports = [] }]) => ports)) {
    expect(interpolate(port, filledIn)).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  }
});

test('of what publishes nothing, only the delivery worker and the customer gateway reach the internet', () => {
  const open = Object.keys(compose.networks).filter((name) => !compose.networks[name]?.internal);
  const reaching = services.filter(
    ([, { networks, network_mode, ports }]) =>
      ports === undefined &&
      network_mode === undefined &&
      (networks ?? ['default']).some((name) => open.includes(name)),
  );
  expect(reaching.map(([name]) => name).sort()).toEqual(['customer-gateway', 'delivery-worker']);
  for (const [name, { networks, network_mode }] of services) expect(networks ?? network_mode, name).toBeDefined();
});

test('the pages of operators lead nobody out', () => {
  const { driver_opts } = compose.networks['pages']!;
  expect(driver_opts).toEqual({ 'com.docker.network.bridge.enable_ip_masquerade': 'false' });
  const leading = new Set(
    Object.keys(compose.networks).filter((name) => !compose.networks[name]?.internal && name !== 'pages'),
  );
  const out = services.filter(([, { networks = [] }]) => networks.some((name) => leading.has(name)));
  expect(out.map(([name]) => name).sort()).toEqual(['alertmanager', 'caddy', 'customer-gateway', 'delivery-worker']);
});

test('the codec server is in no network with another process of ours, the database or Temporal', () => {
  const { networks = [] } = compose.services['codec-server']!;
  expect(networks).not.toEqual([]);
  const apart = [...own.map(([name]) => name), 'postgres', 'temporal'].filter((name) => name !== 'codec-server');
  for (const name of apart) {
    const shared = (compose.services[name]?.networks ?? []).filter((network) => networks.includes(network));
    expect(shared, name).toEqual([]);
  }
});

/** Those that share a network with a service. */
function neighboursOf(name: string): string[] {
  const { networks = [] } = compose.services[name]!;
  return services.flatMap(([other, { networks: of = [] }]) =>
    other !== name && of.some((network) => networks.includes(network)) ? [other] : [],
  );
}

test('the website reaches the gateways, and neither the database nor Temporal', () => {
  const gateways = ['attorney-gateway', 'customer-gateway', 'public-gateway'];
  expect(neighboursOf('website').sort()).toEqual([...gateways, 'caddy', 'prometheus'].sort());
  // Caddy leads in from outside, so it has no way past the website and the gateways either.
  const behindCaddy = neighboursOf('caddy').filter((name) => own.some(([one]) => one === name));
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
    const leadingIn = neighboursOf(name).filter((other) => compose.services[other]?.ports !== undefined);
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
  /** Each name that the server knows, and its own. */
  const table = /^var clients = [^{]*{\n(.*?)^}/ms.exec(readText('deploy/temporal/server/authorize.go'))?.[1] ?? '';
  const names = [...table.matchAll(/^\t"([a-z-]+)":/gm)].map(([, name = '']) => name);
  const issued = [...names, 'temporal'].sort();

  test('are issued into a volume for each name that the server knows, and into folders of the image', () => {
    expect(names.length).toBeGreaterThan(7);
    const expected = [...issued, 'authority'].map((name) => `certificates-${name}:/certificates/${name}`);
    expect(mountsOf('certificates').sort()).toEqual(expected.sort());
    expect(Object.keys(compose.volumes).filter((name) => name.startsWith('certificates-')).length).toBe(
      expected.length,
    );
    const folders = /mkdir authority (.*)$/m.exec(
      readText('deploy/images/temporal.Dockerfile').replace(/\\\n\s*/g, ''),
    )?.[1];
    expect(folders?.split(' ').sort()).toEqual(issued);
  });

  test('are read by their own process alone, and nobody is given the authority', () => {
    const readers = services.filter(([name]) => name !== 'certificates' && mountsOf(name).length > 0);
    // Temporal's own command line administers, as the tasks do.
    expect(readers.map(([name]) => name).sort()).toEqual([...issued, 'temporal-cli'].sort());
    for (const [name] of readers) {
      const of = name === 'temporal-cli' ? 'tasks' : name;
      expect(mountsOf(name), name).toEqual([`certificates-${of}:/run/certificates:ro`]);
    }
  });

  test('are shown by each that Temporal is named to', () => {
    const connecting = services.filter(([, { environment = {} }]) => 'TEMPORAL_ADDRESS' in environment);
    expect(connecting.length).toBeGreaterThan(8);
    for (const [name, { environment = {} }] of connecting) {
      expect(Object.values(environment), name).toEqual(
        expect.arrayContaining(['ca', 'certificate', 'key'].map((file) => `/run/certificates/${file}.pem`)),
      );
    }
  });

  test('the server is given what its configuration takes from the environment, and nothing else', () => {
    const template = readText('deploy/temporal/server-tls.yaml.template');
    const asked = [...template.matchAll(/\((env "\w+")\)|env "(\w+)"/g)];
    const needed = asked.flatMap(([, , name]) => name ?? []);
    const optional = asked.flatMap(([, text]) => /"(\w+)"/.exec(text ?? '')?.[1] ?? []);
    const ofServer = environmentOf(readStages(readText('deploy/images/temporal.Dockerfile')).at(-1)!);
    const given = Object.keys(compose.services['temporal']!.environment!);
    expect([...given, ...Object.keys(ofServer)]).toEqual(expect.arrayContaining(needed));
    expect(needed.length).toBeGreaterThan(4);
    expect([...needed, ...optional, 'SERVICE_NAMESPACE', 'PGPASSFILE']).toEqual(expect.arrayContaining(given));
  });

  test('are required: the server cannot serve clients without them', () => {
    expect(JSON.stringify(compose)).not.toMatch(/ALLOW_NO_AUTH|allow-no-auth/);
    expect(compose.services['temporal']!.command).toBeUndefined();
    expect(interpolate(compose.services['temporal']!.environment!, {})).toMatchObject({
      SERVICE_NAMESPACE: 'evictions',
    });
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

  test('documents are in the database and nothing is encrypted by default', () => {
    for (const [name, { environment = {} }] of own) {
      const given = interpolate(environment, filledIn);
      for (const variable of Object.keys(given).filter((one) => /^(BLOB|S3|AWS|TEMPORAL_PAYLOAD)_/.test(one))) {
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

  test('Temporal Web uses the codec server, from the origin that it allows', () => {
    const [web, codec] = [compose.services['temporal-web']!, compose.services['codec-server']!];
    const env = { ...filledIn, TEMPORAL_UI_PORT: '18233', CODEC_PORT: '18234', TEMPORAL_PAYLOAD_KEYS: 'k'.repeat(32) };
    const [asked, asking] = [web, codec].map(({ environment }) => interpolate(environment!, env));
    expect(asked!['TEMPORAL_CODEC_ENDPOINT']).toBe('http://localhost:18234');
    expect(interpolate(codec.ports, env)).toEqual([`127.0.0.1:18234:${ofImage()['PORT']}`]);
    expect(asking!['TEMPORAL_WEB_ORIGIN']).toBe(asked!['TEMPORAL_CORS_ORIGINS']);
    expect(asking!['TEMPORAL_NAMESPACE']).toBe(asked!['TEMPORAL_DEFAULT_NAMESPACE']);
    expect(interpolate(web.environment!, filledIn)['TEMPORAL_CODEC_ENDPOINT']).toBe('');
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
  DELIVERY_TASK_QUEUE: 'there is one delivery queue',
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

import { globSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { filesOf, secrets, valuesOf } from '../../compose/secrets.ts';
import { pathOf, readText } from './files.ts';

const given = Object.fromEntries(secrets.map((name) => [name, `${name} of a user`.replaceAll(' ', '-').repeat(2)]));
const localhost = { SITE_ADDRESS: 'localhost' };
const example = {
  SITE_ADDRESS: 'evictions.example.com',
  WEBSITE_ORIGIN: 'https://evictions.example.com',
  MAIL_FROM: 'Evictions <service@evictions.example.org>',
  OPS_EMAIL: 'operators@evictions.example.org',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
};

describe('on localhost', () => {
  test('every secret is generated, and no two are the same', () => {
    const { values, faults } = valuesOf(localhost, {});
    expect(faults).toEqual([]);
    expect(Object.keys(values)).toEqual(secrets);
    expect(new Set(Object.values(values)).size).toBe(secrets.length);
    for (const value of Object.values(values)) expect(value).toMatch(/^[\da-f]{64}$/);
  });

  test('generated secrets are kept unless .env sets them', () => {
    const first = valuesOf(localhost, {}).values;
    expect(valuesOf(localhost, first).values).toEqual(first);
    expect(valuesOf({ ...localhost, ...given }, first).values).toEqual(given);
  });
});

describe('for an address other than localhost', () => {
  test('every missing secret is reported, and none is generated', () => {
    const { values, faults } = valuesOf(example, valuesOf(localhost, {}).values);
    expect(faults).toEqual(secrets.map((name) => expect.stringMatching(new RegExp(`^${name} must be set in \\.env`))));
    expect(new Set(Object.values(values))).toEqual(new Set(['']));
  });

  test("missing or placeholder email settings are reported, and so is a WEBSITE_ORIGIN that isn't the site's https address", () => {
    const nobody = { MAIL_FROM: 'Evictions <service@example.com>', OPS_EMAIL: 'operators@localhost', SMTP_URL: '' };
    const elsewhere = { WEBSITE_ORIGIN: 'https://localhost:8443' };
    const { faults } = valuesOf({ ...example, ...given, ...nobody, ...elsewhere }, {});
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([...Object.keys(nobody), 'WEBSITE_ORIGIN']);
    const withoutTls = { WEBSITE_ORIGIN: example.WEBSITE_ORIGIN.replace('https:', 'http:') };
    expect(valuesOf({ ...example, ...given, ...withoutTls }, {}).faults).toEqual([
      expect.stringMatching(/^WEBSITE_ORIGIN must be the https address/),
    ]);
    const unset = { SITE_ADDRESS: example.SITE_ADDRESS };
    expect(valuesOf({ ...unset, ...given }, {}).faults).toHaveLength(4);
    expect(valuesOf({ ...localhost, ...nobody, ...elsewhere }, {}).faults).toEqual([]);
  });

  test('the secrets from .env are used', () => {
    expect(valuesOf({ ...example, ...given }, {})).toEqual({ values: given, faults: [] });
  });
});

test('every invalid secret is reported by name, without its value', () => {
  const { faults } = valuesOf(
    { ...localhost, SECRET_KEY: 'short', OPS_DB_PASSWORD: "a'b", GRAFANA_PASSWORD: 'a b', SMTP_URL: 'smtp://a"b' },
    {},
  );
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'SECRET_KEY',
    'OPS_DB_PASSWORD',
    'GRAFANA_PASSWORD',
    'SMTP_URL',
  ]);
  for (const fault of faults) expect(fault).not.toMatch(/short|a'b|a b|a"b/);
});

describe('the secret files', () => {
  const odd = { ...given, OPS_DB_PASSWORD: 'a@b/c:d#e$f=%25', TEMPORAL_DB_PASSWORD: 'a:b' };
  const environmentOf = (name: string, env = {}) => parseEnv(filesOf(odd, env)[name]?.['environment'] ?? '');

  test('preserve special characters in passwords', () => {
    const url = new URL(environmentOf('ops')['DATABASE_URL'] ?? '');
    expect([url.username, decodeURIComponent(url.password), url.host]).toEqual([
      'ops',
      odd.OPS_DB_PASSWORD,
      'postgres:5432',
    ]);
    expect(environmentOf('public-gateway')['SECRET_KEY']).toBe(given['SECRET_KEY']);
    expect(environmentOf('deploy')['DATABASE_LOGINS']?.split(' ').at(-1)).toBe(`ops:${odd.OPS_DB_PASSWORD}`);
    expect(filesOf(odd, {})['temporal']).toEqual({ pgpass: 'postgres:5432:*:temporal:a\\:b\n' });
  });

  test('require TLS for SMTP unless email goes to the local mailbox or .env turns TLS off', () => {
    const mailOf = (env: object) => {
      const { SMTP_URL, SMTP_TLS } = environmentOf('outbox-worker', env);
      return [SMTP_URL, SMTP_TLS];
    };
    const server = { SMTP_URL: 'smtps://user:password@mail.example.com:465' };
    expect(mailOf({})).toEqual(['smtp://mailbox:1025', 'off']);
    expect(mailOf(server)).toEqual([server.SMTP_URL, 'required']);
    expect(mailOf({ ...server, SMTP_TLS: 'off' })).toEqual([server.SMTP_URL, 'off']);
  });
});

test('in Docker Compose, each service gets only its own secrets, as files and not in its environment', () => {
  interface Service {
    entrypoint?: string[];
    volumes?: string[];
  }
  const { services } = parse(readText('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
  const files = filesOf(given, {});
  expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(files)));
  for (const [name, service] of Object.entries(services).filter(([one]) => one !== 'secrets')) {
    const { volumes = [], entrypoint = [] } = service;
    const mounts = volumes.filter((volume) => volume.startsWith('secrets-'));
    expect(mounts, name).toEqual(name in files ? [`secrets-${name}:/run/secrets:ro`] : []);
    const isOurs = entrypoint[0] === 'node';
    if (isOurs) expect(entrypoint.includes('--env-file=/run/secrets/environment'), name).toBe(name in files);
    for (const secret of secrets) expect(JSON.stringify(service), name).not.toContain(`\${${secret}`);
  }
  for (const [name, value] of Object.entries(parseEnv(readText('.env.example'))))
    if (/SECRET|PASSWORD/.test(name)) expect([name, value]).toEqual([name, '']);
});

test('in Kubernetes, every variable with a secret is read from a Secret, and no manifest contains its value', () => {
  const isSecret = (name: string) =>
    /^(DATABASE_URL|SMTP_URL|TEMPORAL_API_KEY|OTEL_EXPORTER_OTLP_HEADERS)$|SECRET|PASSWORD/.test(name);
  const found = globSync('deploy/kubernetes/**/*.yaml', { cwd: pathOf('.') }).flatMap((file) =>
    parseAllDocuments(readText(file), { merge: true }).flatMap((one) => variablesIn(one.toJS())),
  );
  const read = found.filter(({ name }) => isSecret(name));
  expect(read.length).toBeGreaterThan(10);
  for (const { name, from } of read) expect([name, from]).toEqual([name, { secretKeyRef: expect.anything() }]);
  expect(Object.keys(parseEnv(readText('deploy/kubernetes/base/settings.env'))).filter(isSecret)).toEqual([]);
});

test('the image is built without secrets', () => {
  const dockerfile = readText('deploy/images/Dockerfile');
  expect(dockerfile).not.toMatch(/^\s*ARG\b/m);
  expect(dockerfile).not.toMatch(/\b\w*(SECRET|PASSWORD|TOKEN|_URL)\w*=/);
  const ignored = readText('.dockerignore').split('\n');
  expect(ignored).toContain('*');
  expect(ignored.at(-2)).toBe('**/.env*'); // after every pattern that includes files
});

interface Variable {
  name: string;
  /** The literal value, or the source that it is read from. */
  from: unknown;
}

/** Collects the variables in a manifest at any depth, including a generator's `NAME=value`. */
function variablesIn(node: unknown): Variable[] {
  if (typeof node === 'string') {
    const [, name, from] = /^([A-Z][A-Z\d_]*)=(.*)$/s.exec(node) ?? [];
    return name === undefined ? [] : [{ name, from }];
  }
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(variablesIn);
  if (!('name' in node && typeof node.name === 'string')) return inside;
  if ('valueFrom' in node) return [{ name: node.name, from: node.valueFrom }, ...inside];
  return 'value' in node ? [{ name: node.name, from: node.value }, ...inside] : inside;
}

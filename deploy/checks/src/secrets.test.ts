import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { filesOf, secrets, valuesOf } from '../../compose/secrets.ts';

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
  test('every secret is made, each another one', () => {
    const { values, faults } = valuesOf(localhost, {});
    expect(faults).toEqual([]);
    expect(Object.keys(values)).toEqual(secrets);
    expect(new Set(Object.values(values)).size).toBe(secrets.length);
    for (const value of Object.values(values)) expect(value).toMatch(/^[\da-f]{64}$/);
  });

  test('those that were made stay, unless .env has one', () => {
    const first = valuesOf(localhost, {}).values;
    expect(valuesOf(localhost, first).values).toEqual(first);
    expect(valuesOf({ ...localhost, ...given }, first).values).toEqual(given);
  });
});

describe('for any other address', () => {
  test('each one that is missing is named, and none is made', () => {
    const { values, faults } = valuesOf(example, valuesOf(localhost, {}).values);
    expect(faults).toEqual(secrets.map((name) => expect.stringMatching(new RegExp(`^${name} must be set in \\.env`))));
    expect(new Set(Object.values(values))).toEqual(new Set(['']));
  });

  test('mail that reaches nobody and links that lead elsewhere are named', () => {
    const nobody = { MAIL_FROM: 'Evictions <service@example.com>', OPS_EMAIL: 'operators@localhost', SMTP_URL: '' };
    const elsewhere = { WEBSITE_ORIGIN: 'https://localhost:8443' };
    const { faults } = valuesOf({ ...example, ...given, ...nobody, ...elsewhere }, {});
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([...Object.keys(nobody), 'WEBSITE_ORIGIN']);
    const unset = { SITE_ADDRESS: example.SITE_ADDRESS };
    expect(valuesOf({ ...unset, ...given }, {}).faults).toHaveLength(4);
    expect(valuesOf({ ...localhost, ...nobody, ...elsewhere }, {}).faults).toEqual([]);
  });

  test('all that are given are used', () => {
    expect(valuesOf({ ...example, ...given }, {})).toEqual({ values: given, faults: [] });
  });
});

test('what cannot be written into a file is named, all of it, and not shown', () => {
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

describe('the files', () => {
  const odd = { ...given, OPS_DB_PASSWORD: 'a@b/c:d#e$f=%25', TEMPORAL_DB_PASSWORD: 'a:b' };
  const environmentOf = (name: string, env = {}) => parseEnv(filesOf(odd, env)[name]?.['environment'] ?? '');

  test('are read as they were written', () => {
    const url = new URL(environmentOf('ops')['DATABASE_URL'] ?? '');
    expect([url.username, decodeURIComponent(url.password), url.host]).toEqual([
      'ops',
      odd.OPS_DB_PASSWORD,
      'postgres:5432',
    ]);
    expect(environmentOf('website')).toEqual({ SECRET_KEY: given['WEBSITE_SECRET_KEY'] });
    expect(environmentOf('deploy')['DATABASE_LOGINS']?.split(' ').at(-1)).toBe(`ops:${odd.OPS_DB_PASSWORD}`);
    expect(filesOf(odd, {})['temporal']).toEqual({ pgpass: 'postgres:5432:*:temporal:a\\:b\n' });
  });

  test('mail needs TLS unless it goes to the catcher, or .env says otherwise', () => {
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './read.ts';
import { databaseUrl, duration, folderWith, onOff, port } from './settings.ts';
import { shared } from './shared.ts';

const { databaseUrl: _url, secretKeys: _keys, ...withFallbacks } = shared;

describe('readConfig', () => {
  test('returns typed defaults for unset variables', () => {
    expect(readConfig({}, withFallbacks)).toEqual({
      temporalAddress: '127.0.0.1:7233',
      temporalNamespace: 'evictions',
      host: '127.0.0.1',
      port: 8080,
      stopDrainMs: 2000,
      logLevel: 'info',
      platformFeeCents: 14_900,
      liveMode: false,
      requireSignedApprovals: false,
      verifiedForLive: 'off',
      proxyHops: 0,
      sandboxReviewDelayMs: 30_000,
      erasureList: '',
    });
  });

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '' }, { port: shared.port })).toEqual({ port: 8080 });
  });

  test('reports all invalid variables together', () => {
    const read = () => readConfig({ PORT: '70000', LIVE_MODE: 'yes', SANDBOX_REVIEW_DELAY: '30' }, shared);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      [
        'Invalid environment variables:',
        '  DATABASE_URL must be a URL like postgresql://user:password@host:5432/database; it is not set',
        '  SECRET_KEY must be a random string of at least 32 characters, or several of them separated by commas; it is not set',
        '  PORT must be a whole number from 0 to 65535; not "70000"',
        '  LIVE_MODE must be on or off; not "yes"',
        '  SANDBOX_REVIEW_DELAY must be a length of time such as 30s, 1m or 2h; not "30"',
      ].join('\n'),
    );
  });

  test('never repeats a secret in an error', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://me:hunter2@db/x' }, { url: databaseUrl('DATABASE_URL') });
    expect(read).toThrow('DATABASE_URL must be');
    expect(read).not.toThrow('hunter2');
    const short = () => readConfig({ SECRET_KEY: 'hunter3' }, { key: shared.secretKeys });
    expect(short).toThrow(
      'SECRET_KEY must be a random string of at least 32 characters, or several of them separated by commas; it is not',
    );
    expect(short).not.toThrow('hunter3');
    const oneOfTwo = () => readConfig({ SECRET_KEY: `${'x'.repeat(32)},hunter3` }, { key: shared.secretKeys });
    expect(oneOfTwo).toThrow('SECRET_KEY must be a random string');
    expect(oneOfTwo).not.toThrow('hunter3');
  });
});

describe('settings', () => {
  test.each(['-1', '65536', '1e3', '0x10', ' 80', '80 ', '٣', 'NaN'])("%j isn't a port", (value) => {
    expect(port('PORT').parse(value)).toBeUndefined();
  });

  test('every port number is accepted', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 65_535 }), (value) => port('PORT').parse(String(value)) === value));
  });

  test.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['1m', 60_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['0s', 0],
  ])('the duration %s is %d ms', (value, expected) => {
    expect(duration('D').parse(value)).toBe(expected);
  });

  test.each(['30', 's', '1.5s', '-1s', '1 s', '1S', '1h30m', '9999999999s'])("%j isn't a duration", (value) => {
    expect(duration('D').parse(value)).toBeUndefined();
  });

  test('a folder setting must name a folder with the expected file, but can be left unset', () => {
    const { parse } = folderWith('PAGES', 'read.test.ts');
    expect([import.meta.dirname, '', '/nowhere', 'read.test.ts'].map(parse)).toEqual([
      import.meta.dirname,
      '',
      undefined,
      undefined,
    ]);
  });

  test('a switch accepts only on and off', () => {
    expect(['on', 'off', 'true', '1', 'ON'].map(onOff('X').parse)).toEqual([true, false, ...Array(3)]);
  });

  test('a database URL has to start with postgresql: or postgres:', () => {
    const urls = ['postgresql://u:p@h/d', 'postgres://u:p@h/d', 'https://h', 'nonsense'];
    expect(urls.map((url) => databaseUrl('X').parse(url) !== undefined)).toEqual([true, true, false, false]);
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './read.ts';
import { temporalTls } from './temporal-tls.ts';

const dir = mkdtempSync(join(tmpdir(), 'temporal-tls-'));
const pem = join(dir, 'ca.pem');
const other = join(dir, 'ca.der');
writeFileSync(pem, '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');
writeFileSync(other, Buffer.of(0x30, 0x82));

test('is left to the other settings unless it is switched on or off', () => {
  const read = (value: string) => readConfig({ TEMPORAL_TLS: value }, temporalTls).temporalTls;
  expect([read('on'), read('off'), read('')]).toEqual([true, false, null]);
  expect(() => read('yes')).toThrow('TEMPORAL_TLS must be on or off');
  expect(readConfig({}, temporalTls)).toEqual({
    temporalTls: null,
    temporalTlsCa: null,
    temporalTlsCert: null,
    temporalTlsKey: null,
    temporalTlsServerName: '',
    temporalApiKey: '',
  });
});

test('gives what the named files hold', () => {
  const { temporalTlsCa } = readConfig({ TEMPORAL_TLS_CA: pem }, temporalTls);
  expect(Buffer.from(temporalTlsCa ?? []).toString()).toContain('BEGIN CERTIFICATE');
});

test.each(['TEMPORAL_TLS_CA', 'TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY'])('%s names a PEM file that is there', (name) => {
  for (const path of [join(dir, 'missing.pem'), dir, other]) {
    expect(() => readConfig({ [name]: path }, temporalTls)).toThrow(`${name} must be the path of a PEM file`);
  }
});

test('a key that no header can hold is refused, and not repeated', () => {
  expect(readConfig({ TEMPORAL_API_KEY: 'eyJhbGciOi.J9-_x' }, temporalTls).temporalApiKey).toBe('eyJhbGciOi.J9-_x');
  const read = () => readConfig({ TEMPORAL_API_KEY: 'hunter2\n' }, temporalTls);
  expect(read).toThrow('TEMPORAL_API_KEY must be');
  expect(read).not.toThrow('hunter2');
});

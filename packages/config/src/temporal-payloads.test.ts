import { expect, test } from 'vitest';
import { readConfig } from './read.ts';
import { temporalPayloads } from './temporal-payloads.ts';

const [newer, older] = ['n'.repeat(32), 'o'.repeat(40)] as const;
const read = (text: string) => readConfig({ TEMPORAL_PAYLOAD_KEYS: text }, temporalPayloads).payloadKeys;

test('keys keep their order, and no keys means no encryption', () => {
  expect(read('')).toEqual([]);
  expect(read(newer)).toEqual([newer]);
  expect(read(`${newer},${older}`)).toEqual([newer, older]);
  expect(read(`plain,${older}`)).toEqual(['plain', older]);
});

test.each([`${newer},`, `${newer},short`, `${newer},plain`, `${newer},${newer}`, 'hunter2', ','])(
  '%j is no list of keys, and is not repeated',
  (text) => {
    expect(() => read(text)).toThrow('TEMPORAL_PAYLOAD_KEYS must be');
    expect(() => read(text)).not.toThrow('hunter2');
  },
);

import { defaultPayloadConverter } from '@temporalio/common';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPayloadCodec, dataConverterOf } from './payload-codec.ts';

const [older, newer, other] = ['the older key of a deployment, long', 'the newer key of a deployment, long', 'neither'];
const payloadOf = (value: unknown) => defaultPayloadConverter.toPayload(value);
const valueOf = (payload: ReturnType<typeof payloadOf>) => defaultPayloadConverter.fromPayload(payload);
const value = { state: 'notice_review', caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11' };

async function encrypted(keys: string[], payload = payloadOf(value)) {
  const [{ metadata, data } = expect.unreachable()] = await createPayloadCodec(keys).encode([payload]);
  return { metadata: metadata ?? {}, data: Buffer.from(data ?? []) };
}

async function decrypted(keys: string[], payload: ReturnType<typeof payloadOf>) {
  const [decoded] = await createPayloadCodec(keys).decode([payload]);
  return valueOf(decoded ?? expect.unreachable());
}

test('encrypted payloads decrypt to the original and contain no plain text', async () => {
  const codec = createPayloadCodec([newer]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), async (values) => {
      const payloads = values.map((one) => payloadOf(one));
      const encoded = await codec.encode(payloads);
      expect((await codec.decode(encoded)).map(valueOf)).toEqual(payloads.map(valueOf));
    }),
    { numRuns: 50 },
  );
  const { metadata, data } = await encrypted([newer]);
  expect(Buffer.from(metadata['encoding'] ?? []).toString()).toBe('binary/encrypted');
  for (const readable of ['notice_review', 'case_', 'json']) expect(data.includes(readable)).toBe(false);
  expect((await encrypted([newer])).data).not.toEqual(data);
});

test('bytes, undefined and no payload at all come back as well', async () => {
  for (const given of [Uint8Array.of(0, 255), undefined]) {
    expect(await decrypted([newer], await encrypted([newer], payloadOf(given)))).toEqual(given);
  }
  expect(await createPayloadCodec([newer]).encode([])).toEqual([]);
});

test('after a rotation what the older key encrypted is read, and the newer one encrypts', async () => {
  const before = await encrypted([older]);
  expect(await decrypted([newer, older], before)).toEqual(value);
  const after = await encrypted([newer, older]);
  expect(await decrypted([newer], after)).toEqual(value);
  await expect(decrypted([older], after)).rejects.toThrow('there is no payload key');
});

test('a key that is only read with can come first, so that a rotation has no moment in which a process lacks it', async () => {
  const after = await encrypted([newer, older]);
  expect(await decrypted([older, newer], after)).toEqual(value);
  expect(await decrypted(['plain', newer], after)).toEqual(value);
  expect(valueOf(await encrypted(['plain', newer]))).toEqual(value);
});

test('unencrypted payloads pass through', async () => {
  expect(await decrypted([newer], payloadOf(value))).toEqual(value);
});

test('what was altered anywhere, cut, or is said to be of another key is not read', async () => {
  const { metadata, data: bytes } = await encrypted([newer, older]);
  for (let index = 0; index < bytes.length; index += 1) {
    const altered = Buffer.from(bytes);
    altered[index] = (altered[index] ?? 0) ^ 1;
    await expect(decrypted([newer], { metadata, data: altered })).rejects.toThrow('a payload was altered');
  }
  for (const length of [0, 5, 20]) {
    const cut = { metadata, data: bytes.subarray(0, length) };
    await expect(decrypted([newer], cut)).rejects.toThrow('a payload was altered');
  }
  const ofOlder = (await encrypted([older])).metadata;
  const renamed = { metadata: ofOlder, data: bytes };
  await expect(decrypted([newer, older], renamed)).rejects.toThrow('a payload was altered');
});

test('no error reveals the payload or a key', async () => {
  const { metadata, data } = await encrypted([newer]);
  const failures = [
    decrypted([other], { metadata, data }),
    decrypted([newer], { metadata, data: Buffer.from(data).fill(0, 30) }),
  ];
  for (const failure of failures) {
    await expect(failure).rejects.toThrow(/^(?!.*(notice_review|newer key|neither))/s);
  }
});

test('without keys nothing is converted', () => {
  expect(dataConverterOf([])).toEqual({});
});

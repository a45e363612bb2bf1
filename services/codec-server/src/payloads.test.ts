import { createPayloadCodec } from '@evict/temporal/payload-codec';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import proto from '@temporalio/proto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDecoder } from './payloads.ts';

const { Payloads } = proto.temporal.api.common.v1;
const codec = createPayloadCodec(['a payload key of a deployment, long']);
const decode = createDecoder(codec);

/** As Temporal's API and Temporal Web write them. */
const toJson = (payloads: Payload[]): unknown =>
  Payloads.toObject(Payloads.fromObject({ payloads }), { bytes: String });
const fromJson = (payloads: (object | null)[]) => Payloads.fromObject({ payloads }).payloads.map(valueOf);
const valueOf = (payload: Payload) => defaultPayloadConverter.fromPayload(payload);

test('encrypted payloads are decoded to the JSON of the protocol, in order', async () => {
  const someValue = fc.oneof(fc.jsonValue(), fc.uint8Array(), fc.constant(undefined));
  await fc.assert(
    fc.asyncProperty(fc.array(someValue, { minLength: 1 }), async (values) => {
      const plain = values.map((value) => defaultPayloadConverter.toPayload(value));
      const { payloads, issues } = await decode(toJson(await codec.encode(plain)));
      expect(issues).toEqual([]);
      expect(fromJson(payloads)).toEqual(plain.map(valueOf));
    }),
    { numRuns: 50 },
  );
});

test('unencrypted payloads are returned unchanged, without unknown fields', async () => {
  const plain = { metadata: { encoding: 'anNvbi9wbGFpbg==' }, data: 'e30=' };
  const { payloads, issues } = await decode({ payloads: [{ ...plain, more: [plain] }, {}, { metadata: null }] });
  expect([payloads, issues]).toEqual([[plain, { metadata: {} }, { metadata: {} }], []]);
  expect(await decode({ payloads: [] })).toEqual({ payloads: [], issues: [] });
});

test('base64 for addresses, and base64 that is not padded, is read as well', async () => {
  const [encrypted] = await codec.encode([defaultPayloadConverter.toPayload('plain')]);
  const text = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64url');
  const fields = Object.entries(encrypted?.metadata ?? {}).map(([name, value]) => [name, text(value)]);
  const { payloads } = await decode({
    payloads: [{ metadata: Object.fromEntries(fields), data: text(encrypted?.data) }],
  });
  expect(fromJson(payloads)).toEqual(['plain']);
});

test.each([
  undefined,
  null,
  [],
  'payloads',
  {},
  { payloads: {} },
  { payloads: 'e30=' },
  { payloads: Array.from({ length: 10_001 }, () => ({})) },
])('what is no list of payloads is said to be none', async (body) => {
  const { issues } = await decode(body);
  expect(issues).toEqual([expect.objectContaining({ path: 'payloads', code: 'malformed' })]);
});

test.each([
  null,
  1,
  'e30=',
  [],
  { metadata: 'e30=' },
  { metadata: [] },
  { metadata: { encoding: 1 } },
  { metadata: { encoding: 'json/plain!' } },
  { metadata: {}, data: {} },
  { data: 'e30=e30=' },
  { data: 'e30= ' },
  { data: 'e' },
])('%j is no payload', async (payload) => {
  const { issues } = await decode({ payloads: [{}, payload] });
  expect(issues).toEqual([expect.objectContaining({ path: 'payloads[1]', code: 'malformed' })]);
});

test('every undecodable payload is reported with the reason, and without its content', async () => {
  const other = createPayloadCodec(['the payload key of another deployment']);
  const [foreign, altered, good] = await Promise.all(
    [other, codec, codec].map(
      async (by) => (await by.encode([defaultPayloadConverter.toPayload('notice_review')]))[0]!,
    ),
  );
  altered!.data = Buffer.from(altered!.data!).fill(0, 40);
  const { issues } = await decode(toJson([good!, foreign!, altered!]));
  expect(issues).toEqual([
    {
      path: 'payloads[1]',
      code: 'undecodable',
      message: expect.stringMatching(/there is no payload key "[\da-f]{12}"/),
    },
    { path: 'payloads[2]', code: 'undecodable', message: 'It cannot be decoded: a payload was altered.' },
  ]);
});

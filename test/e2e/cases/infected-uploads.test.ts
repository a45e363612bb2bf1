import { eicar, startTestClamd } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { send as sendTo } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const clamd = await startTestClamd();
afterAll(() => clamd.stop());
const service = await startService({ liveMode: true, clamd: clamd.address });
const { store } = service.stack;
const body = (bytes: Uint8Array) => ({ filename: 'lease.pdf', contentBase64: Buffer.from(bytes).toString('base64') });
const infected = Buffer.concat([pdf('Lease'), Buffer.alloc(3 * 1024 * 1024, 7), Buffer.from(eicar)]);

async function draft() {
  const customer = await service.signUp();
  const { id } = await customer.create(buildFacts());
  const send = (bytes: Uint8Array) =>
    customer.send('POST', `/v1/cases/${id}/documents`, { body: { ...body(bytes), purpose: 'other' } });
  /**
   * Sends without checking the response against the API specification, which has no 5xx except for an unreachable
   * database.
   */
  const sendUnchecked = (bytes: Uint8Array) =>
    sendTo(service.stack.baseUrl, 'POST', `/v1/cases/${id}/documents`, {
      credential: customer.credential,
      body: { ...body(bytes), purpose: 'other' },
    });
  return { id, send, sendUnchecked };
}

test('an infected upload is refused and not stored, and a clean one is accepted', async () => {
  const { id, send } = await draft();
  expect(await expectIssues(send(infected))).toEqual(['contentBase64 infected']);
  expect(await store.prisma.document.count({ where: { caseId: id } })).toBe(0);
  expect(await store.prisma.blob.count({ where: { caseId: id } })).toBe(0);
  expect((await send(Buffer.concat([pdf('Lease'), Buffer.alloc(9 * 1024 * 1024, 7)]))).status).toBe(201);
});

test("an infected file isn't stored in the inbox", async () => {
  const customer = await service.signUp();
  const files = '/v1/intake/files';
  const sent = { body: body(Buffer.concat([pdf('Lease'), Buffer.from(eicar)])) };
  expect(await expectIssues(customer.send('POST', files, sent))).toEqual(['contentBase64 infected']);
  expect((await customer.send('GET', files)).body.items).toEqual([]);
});

test('an infected paper from an attorney is refused, and a clean one is accepted', async () => {
  const world = liveWorld(service);
  const attorney = await world.attorney();
  const { id } = await world.summaryInReview();
  const send = (bytes: Uint8Array) =>
    attorney.send('POST', `/v1/attorney/cases/${id}/documents`, { body: { ...body(bytes), kind: 'notice' } });
  expect(await expectIssues(send(infected))).toEqual(['contentBase64 infected']);
  expect((await send(pdf('Notice'))).status).toBe(201);
});

test.each(['INSTREAM size limit exceeded. ERROR', '', 'stream: OK FOUNDATION', 'UNKNOWN COMMAND'])(
  'an upload without a verdict from the virus scanner (%j) is refused, and can be sent again',
  async (answer) => {
    const { send, sendUnchecked } = await draft();
    clamd.answerWith(() => answer);
    await expectRefusal(sendUnchecked(pdf('Lease')), 503, 'busy');
    clamd.answerWith(() => 'stream: OK');
    expect((await send(pdf('Lease'))).status).toBe(201);
  },
);

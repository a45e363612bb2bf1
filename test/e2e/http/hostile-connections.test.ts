import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { bodyLimits } from '@evict/contract';
import { expect, onTestFinished, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { sharedService } from '../support/service.ts';

const { stack, signUp } = await sharedService();
const { port } = new URL(stack.baseUrl);

/** More than the operating system buffers for a connection that isn't read. */
const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2 * 1024 * 1024, 'x')]);

/** Opens a connection and sends these lines. Responses stay unread unless the test reads them. */
async function open(lines: readonly string[], start = ''): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await new Promise((sent) => socket.write([...lines, 'Host: a', '', start].join('\r\n'), sent));
  return socket;
}

/** Waits until the service has begun to respond, and then stops reading. */
async function untilResponding(socket: Socket): Promise<void> {
  await once(socket, 'data');
  socket.pause();
}

const bearer = ({ credential }: { credential: string }) => `Authorization: Bearer ${credential}`;

test("100 unfinished uploads don't block another organization's upload", async () => {
  const [slow, neighbor] = [await signUp(), await signUp()];
  const { id } = await slow.create(buildFacts());
  const head = [
    `POST /v1/cases/${id}/documents HTTP/1.1`,
    bearer(slow),
    'Content-Type: application/json',
    `Content-Length: ${bodyLimits.upload}`,
    // The service confirms that it has the request, and then waits for the rest of the body.
    'Expect: 100-continue',
  ];
  await Promise.all(Array.from({ length: 100 }, async () => once(await open(head, '{"filename":'), 'data')));
  const { id: own } = await neighbor.create(buildFacts());
  const document = await neighbor.upload(own, { bytes });
  expect((await neighbor.download(own, document.id)).bytes.equals(bytes)).toBe(true);
});

test("40 stalled downloads don't block another organization's download", async () => {
  const [mute, neighbor] = [await signUp(), await signUp()];
  const pathOf = async ({ create, upload }: typeof mute) => {
    const { id } = await create(buildFacts());
    return `/v1/cases/${id}/documents/${(await upload(id, { bytes })).id}`;
  };
  const [unread, own] = [await pathOf(mute), await pathOf(neighbor)];
  const sockets = await Promise.all(Array.from({ length: 40 }, () => open([`GET ${unread} HTTP/1.1`, bearer(mute)])));
  await Promise.race(sockets.map(untilResponding));
  const read = async () => {
    const response = await neighbor.send('GET', own);
    return [response.status, response.bytes.equals(bytes)];
  };
  // The stalled downloads last for minutes. On a busy machine, a request may be told to try again.
  await expect.poll(read).toEqual([200, true]);
});

test.each([
  // More than one organization may have in progress.
  [300, 'before the response', () => '', async () => {}],
  // More than one organization may have in memory.
  [40, 'in the middle of the response', (documentId: string) => `/documents/${documentId}`, untilResponding],
] as const)(
  "the requests of %i callers who disconnect %s don't count as in progress",
  async (count, _when, of, until) => {
    const customer = await signUp();
    const { id } = await customer.create(buildFacts());
    const { id: documentId } = await customer.upload(id, { bytes });
    const path = `/v1/cases/${id}${of(documentId)}`;
    const leave = async () => {
      const socket = await open([`GET ${path} HTTP/1.1`, bearer(customer)]);
      await until(socket);
      socket.destroy();
    };
    for (let left = 0; left < count; left += 20) await Promise.all(Array.from({ length: 20 }, leave));
    // This succeeds only if their requests were released.
    await expect.poll(async () => (await customer.send('GET', path)).status, { timeout: 30_000 }).toBe(200);
    expect((await customer.read(id)).id).toBe(id);
  },
);

test('a body in chunks of one byte is read like any other', async () => {
  const customer = await signUp();
  const entry = { date: '2026-01-01', type: 'charge' as const, amountCents: 1, memo: 'é'.repeat(500) };
  const facts = buildFacts({ ledger: Array.from({ length: 20 }, () => entry) });
  const chunks = [...Buffer.from(JSON.stringify(facts))].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]));
  const head = [
    'POST /v1/cases HTTP/1.1',
    bearer(customer),
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'Connection: close',
  ];
  const socket = await open(head);
  socket.write(Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]));
  const response = Buffer.concat(await socket.toArray()).toString();
  expect(response).toMatch(/^HTTP\/1\.1 201 /);
  const { items } = (await customer.send('GET', '/v1/cases')).body;
  expect(items[0].data.ledger).toEqual(facts.ledger);
});

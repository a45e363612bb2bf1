import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

const { stack, signUp } = await startService();
const { credential, create } = await signUp();

const body = JSON.stringify(buildFacts({ freeText: 'x'.repeat(300 * 1024) }));
const split = 1000;

/** A create whose body has only begun to arrive. */
function begin(): { sent: ClientRequest; status: Promise<number | undefined> } {
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const sent = request(`${stack.baseUrl}/v1/cases`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  sent.write(body.slice(0, split));
  return { sent, status };
}

test('large bodies that arrive slowly delay nobody, and are processed when complete', async () => {
  const slow = Array.from({ length: 8 }, begin);
  // The responses to small requests afterwards show that the eight are being received.
  for (let count = 0; count < 5; count += 1) await create(buildFacts());
  const whole = begin();
  whole.sent.end(body.slice(split));
  expect(await whole.status).toBe(400);
  for (const { sent } of slow) sent.end(body.slice(split));
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual(slow.map(() => 400));
});

test('40 concurrent large bodies are all processed', async () => {
  const all = Array.from({ length: 40 }, begin);
  for (const { sent } of all) sent.end(body.slice(split));
  expect(await Promise.all(all.map(({ status }) => status))).toEqual(all.map(() => 400));
});

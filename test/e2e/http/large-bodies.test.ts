import { readdirSync, readlinkSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

const { stack, signUp } = await startService();
const { credential, create } = await signUp();

const body = JSON.stringify(buildFacts({ freeText: 'x'.repeat(300 * 1024) }));
const split = 1000;

/** A draft whose body has begun to come. */
function begin(): { sent: ClientRequest; status: Promise<number | undefined> } {
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const sent = request(`${stack.baseUrl}/v1/cases`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer: IncomingMessage) => {
      answer.resume();
      resolve(answer.statusCode);
    });
  });
  sent.write(body.slice(0, split));
  return { sent, status };
}

test('large bodies that come slowly hold up nobody, and are answered when they have come', async () => {
  const slow = Array.from({ length: 8 }, begin);
  // What small requests say afterwards shows that the eight have been taken in hand.
  for (let count = 0; count < 5; count += 1) await create(buildFacts());
  const whole = begin();
  whole.sent.end(body.slice(split));
  expect(await whole.status).toBe(400);
  for (const { sent } of slow) sent.end(body.slice(split));
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual(slow.map(() => 400));
});

test('40 large bodies at once are all answered, and their files are given back', async () => {
  const all = Array.from({ length: 40 }, begin);
  for (const { sent } of all) sent.end(body.slice(split));
  expect(await Promise.all(all.map(({ status }) => status))).toEqual(all.map(() => 400));
  await expect.poll(openBodies).toEqual([]);
});

/** The temporary files of bodies that this process, in which the gateways run, has open; none can be told elsewhere. */
function openBodies(): string[] {
  if (process.platform !== 'linux') return [];
  const folder = '/proc/self/fd';
  const targetOf = (name: string) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return ''; // closed since
    }
  };
  return readdirSync(folder)
    .map(targetOf)
    .filter((target) => target.includes('/body-'));
}

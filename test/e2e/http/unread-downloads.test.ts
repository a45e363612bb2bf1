import { connect } from 'node:net';
import { maxDocumentBytes } from '@evict/contract';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { nextAddress, send } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { startGatewayProcess } from '../support/gateway-processes.ts';
import { metricsOf, sampleOf } from '../support/metrics.ts';
import { startService } from '../support/service.ts';

const databaseUrl = await cloneDatabase();
const { signUp } = await startService({ databaseUrl });
// What the images and manifests give the process.
const asDeployed = {
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=8',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
const gateway = await startGatewayProcess('customer-gateway', databaseUrl, asDeployed);
afterAll(() => gateway.stop());

async function residentMiB(): Promise<number> {
  return sampleOf(await metricsOf(gateway.operationsUrl), 'process_resident_memory_bytes') / 2 ** 20;
}

test('60 unread downloads of 10 MB take little memory and do not affect others', async () => {
  const [customer, other] = await Promise.all([signUp(), signUp()]);
  const [{ id }, others] = await Promise.all([customer.create(buildFacts()), other.create(buildFacts())]);
  const document = await customer.upload(id, { bytes: Buffer.alloc(maxDocumentBytes, 'bytes') });
  const read = (credential: string, path: string) =>
    send(gateway.url, 'GET', path, { credential, headers: { 'x-forwarded-for': nextAddress() } });
  // Whose a credential is, is known from its first request on.
  for (const { credential } of [customer, other]) expect((await read(credential, '/v1/cases')).status).toBe(200);
  const { port } = new URL(gateway.url);
  const head = `GET /v1/cases/${id}/documents/${document.id} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${customer.credential}\r\n\r\n`;
  let begun = 0;
  for (let count = 0; count < 60; count += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.once('readable', () => (begun += 1));
    socket.write(head);
  }
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(4);
  for (let count = 0; count < 50; count += 1) {
    expect((await read(other.credential, `/v1/cases/${others.id}`)).status).toBe(200);
    expect((await read(customer.credential, `/v1/cases/${id}`)).status).toBe(200);
    const resident = await residentMiB();
    expect(resident).toBeGreaterThan(20);
    expect(resident).toBeLessThan(400);
  }
});

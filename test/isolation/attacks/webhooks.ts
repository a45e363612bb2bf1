import { randomUUID } from 'node:crypto';
import { once as happens } from 'node:events';
import { createServer } from 'node:net';
import { inTransaction, recordDeliveries } from '@evict/store/testing';
import { expecting } from '../organization.ts';
import { json, once } from '../attacker/requests.ts';
import type { Attacker } from '../attacker/attacker.ts';
import type { AttackGroup } from './attack.ts';

const endpoints = 20;

/** A port that accepts every connection and never responds. */
async function listenSilently(): Promise<string> {
  const server = createServer((socket) => socket.resume().on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await happens(server, 'listening');
  return `https://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

async function registerMute({ act }: Attacker): Promise<void> {
  const url = await listenSilently();
  for (let count = 0; count < endpoints; count += 1) {
    await expecting(201, act('POST', '/v1/webhook-endpoints', { body: { url: `${url}${count}` } }));
  }
}

/** As a decision records them, without the decision: two thousand submits would take minutes. */
async function recordEvents({ withStore, id: organizationId }: Attacker, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    id: `evt_${randomUUID()}`,
    action: 'submit' as const,
    toState: null,
    internal: false,
  }));
  const scope = { caseId: `case_${randomUUID()}`, organizationId, mode: 'test', stateBefore: 'notice_review' } as const;
  await withStore((store) =>
    inTransaction(store, 'createNote', scope.caseId, (transaction) =>
      recordDeliveries(transaction, { ...scope, events, createdAt: new Date() }),
    ),
  );
}

export const webhooks: AttackGroup = {
  bound: 'webhooks',
  attacks: [
    {
      name: 'submits with 20 mute endpoints',
      about: '60 of them, as fast as ten connections send them',
      async prepare(attacker) {
        await registerMute(attacker);
        const ids = await attacker.createDrafts(60);
        return [{ connections: 10, next: once(ids.map((id) => attacker.request('POST', `/v1/cases/${id}/submit`))) }];
      },
    },
    {
      name: 'registrations of endpoints whose names are not found',
      about: '20 connections, another name each time',
      async prepare({ request }) {
        const next = () =>
          request('POST', '/v1/webhook-endpoints', { body: json({ url: `https://${randomUUID()}.example.invalid/` }) });
        return [{ connections: 20, next }];
      },
    },
    {
      name: '2,000 events to 20 mute endpoints',
      about: '40,000 deliveries that are due at once, and 100 submits more',
      async prepare(attacker) {
        await registerMute(attacker);
        const ids = await attacker.createDrafts(100);
        await recordEvents(attacker, 2000);
        return [{ connections: 10, next: once(ids.map((id) => attacker.request('POST', `/v1/cases/${id}/submit`))) }];
      },
    },
  ],
};

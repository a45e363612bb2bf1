import { randomUUID } from 'node:crypto';
import { inTransaction, recordDeliveries } from '@evict/store/testing';
import { json } from '../../support/requests.ts';
import { startMuteReceiver } from '../../support/receivers.ts';
import type { Attacker } from '../attacker.ts';
import { type Attacks, stepsOf } from './attack.ts';

const endpoints = 20;

async function registerMute({ client }: Attacker): Promise<void> {
  const url = await startMuteReceiver();
  for (let count = 0; count < endpoints; count += 1) {
    await client.createWebhookEndpoint({ body: { url: `${url}${count}` } });
  }
}

/** Records events as a decision does, but without a decision, because two thousand submits would take minutes. */
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

export const webhooks: Attacks = {
  'submits with 20 mute endpoints': async (attacker) => {
    await registerMute(attacker);
    return stepsOf(attacker, await attacker.createDrafts(60), 10);
  },
  'registrations of endpoints whose names are not found': async ({ request }) => {
    const next = () =>
      request('POST', '/v1/webhook-endpoints', { body: json({ url: `https://${randomUUID()}.example.invalid/` }) });
    return [{ connections: 20, next }];
  },
  '2,000 events to 20 mute endpoints': async (attacker) => {
    await registerMute(attacker);
    const ids = await attacker.createDrafts(100);
    await recordEvents(attacker, 2000);
    return stepsOf(attacker, ids, 10);
  },
};

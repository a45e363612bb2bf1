import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { CaseEvent } from '@evict/case-model';
import { recordDeliveries } from '@evict/store/testing';
import type { TestStack } from '@evict/testkit';
import { expect } from 'vitest';
import type { Customer } from './service.ts';

/** The message that receivers get for an event. */
export interface ExpectedMessage {
  id: string;
  type: string;
  caseId: string;
  state: string;
  createdAt: string;
}

/** Registers a webhook endpoint for a customer. */
export async function register(customer: Pick<Customer, 'send'>, url: string): Promise<{ id: string; secret: string }> {
  const { status, body } = await customer.send('POST', '/v1/webhook-endpoints', { body: { url } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/**
 * Records events of a case in notice review and their deliveries the way a decision does, but without the case itself.
 * If `isSilent` is true, no worker is notified.
 */
export async function recordEvents(
  { store }: Pick<TestStack, 'store'>,
  organizationId: string,
  events: readonly Partial<CaseEvent>[],
  { isSilent = false } = {},
): Promise<{ messages: ExpectedMessage[]; deliveryIds: string[] }> {
  const caseId = `case_${randomUUID()}`;
  const createdAt = new Date();
  const recorded = events.map((event) => ({
    id: `evt_${randomUUID()}`,
    action: 'submit' as const,
    toState: null,
    internal: false,
    ...event,
  }));
  const scope = { caseId, organizationId, mode: 'test', stateBefore: 'notice_review' } as const;
  await recordDeliveries(store.prisma, { ...scope, events: recorded, createdAt }, { isSilent });
  let state: string = scope.stateBefore;
  const messages = recorded.flatMap(({ id, action, toState, internal, detail = {} }) => {
    state = toState ?? state;
    const corrected = detail['corrected'] === true && { corrected: true };
    const message = { id, type: `case.${action}`, caseId, state, createdAt: createdAt.toISOString(), ...corrected };
    return internal ? [] : [message];
  });
  const deliveries = await store.prisma.webhookDelivery.findMany({
    where: { eventId: { in: recorded.map(({ id }) => id) } },
    select: { id: true },
  });
  return {
    messages,
    deliveryIds: deliveries.map(({ id }) => id),
  };
}

/** Listens on a port, by default a free one, accepts every connection and never responds. */
export async function listenSilently(at = 0) {
  const open = new Set<Socket>();
  let all = 0;
  const server = createServer((socket) => {
    open.add(socket);
    all += 1;
    // Reads everything that is sent, so that the end of the connection is noticed.
    socket.resume();
    socket.on('error', () => {}).on('close', () => open.delete(socket));
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    url: `https://127.0.0.1:${port}/`,
    /** Returns the total number of connections. */
    connections: () => all,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

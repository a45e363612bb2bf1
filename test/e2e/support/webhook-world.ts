import type { CaseEvent } from '@evict/case-model';
import { createReceivers, type TestReceiver } from '@evict/testkit';
import { afterEach } from 'vitest';
import { startService } from './service.ts';
import { recordEvents, register } from './webhooks.ts';

/** Polling options with a long timeout, because the machine may be busy. */
export const polling = { timeout: 60_000, interval: 50 };

/** Starts the whole service with an outbox worker. Receivers are stopped after their test. */
export async function startWebhookService(options: { retryDelaysMs: readonly number[]; deadlineMs: number }) {
  const receivers = await createReceivers();
  const { stack, signUp } = await startService({ webhooks: { ca: receivers.ca, ...options } });
  const started = new Set<TestReceiver>();
  afterEach(async () => {
    // Otherwise pending retries could reach another receiver on the same port.
    await stack.store.prisma.webhookEndpoint.deleteMany();
    await Promise.all([...started].map((receiver) => receiver.stop()));
    started.clear();
  });

  async function start(tls?: { cert: string; key: string }): Promise<TestReceiver> {
    const receiver = await receivers.start(tls);
    started.add(receiver);
    return receiver;
  }

  /** Creates a customer with one endpoint and its receiver. */
  async function world(tls?: { cert: string; key: string }) {
    const receiver = await start(tls);
    const customer = await signUp();
    const endpoint = await register(customer, `${receiver.url}/hook?a=1`);

    /** Records events and returns the expected messages. */
    async function deliver(events: Partial<CaseEvent>[], { isSilent = false } = {}) {
      return (await recordEvents(stack, customer.organizationId, events, { isSilent })).messages;
    }

    return {
      receiver,
      customer,
      endpoint,
      secret: endpoint.secret,
      deliver,
      /** Records events without notifying a worker. */
      record: (events: Partial<CaseEvent>[]) => deliver(events, { isSilent: true }),
      statusOf: (eventId = '') => stack.store.prisma.webhookDelivery.findFirstOrThrow({ where: { eventId } }),
      logOf: (eventId = '', endpointId?: string) =>
        stack.store.prisma.webhookAttempt.findMany({
          where: { delivery: { eventId, ...(endpointId !== undefined && { endpointId }) } },
          include: { delivery: true },
          orderBy: { attempt: 'asc' },
        }),
    };
  }

  /** Stops the receiver before the end of the test. */
  async function leave(receiver: TestReceiver): Promise<void> {
    started.delete(receiver);
    await receiver.stop();
  }

  return { stack, receivers, signUp, start, world, leave };
}

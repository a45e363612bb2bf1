import type { Prisma } from '../generated/client.ts';
import { prismaOf, type Store } from '../database/store.ts';
import { enabledAgain } from './dead-endpoints.ts';

export interface DeliveryFilter {
  status?: string | undefined;
  caseId?: string | undefined;
  endpointId?: string | undefined;
  organizationId?: string | undefined;
}

/** The newest deliveries that the filter lets through, at most `limit`, each with where it goes and its last try. */
export async function listDeliveries(
  store: Store,
  { status, caseId, endpointId, organizationId }: DeliveryFilter,
  limit: number,
) {
  const rows = await prismaOf(store).webhookDelivery.findMany({
    where: {
      ...(status !== undefined && { status }),
      ...(caseId !== undefined && { caseId }),
      ...(endpointId !== undefined && { endpointId }),
      ...(organizationId !== undefined && { endpoint: { organizationId } }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: deliveryFields,
  });
  return rows.map(({ tries, ...row }) => ({ ...row, lastTry: tries[0] ?? null }));
}

export type Redelivery = { ok: true } | { ok: false; code: 'not_found' | 'not_failed' };

/**
 * Makes a delivery that was given up pending again, for one more try, due now. Its tries so far stay in the log and
 * counted, so that a receiver that is still not there ends it at once. An endpoint that was switched off is on again.
 */
export async function redeliver(store: Store, id: string): Promise<Redelivery> {
  const prisma = prismaOf(store);
  // First the endpoint, in a statement of its own: whoever deletes or disables it locks it before its deliveries.
  await prisma.webhookEndpoint.updateMany({
    where: { disabledAt: { not: null }, deliveries: { some: { id, status: 'failed' } } },
    data: enabledAgain,
  });
  const count = await prisma.$executeRaw`
    UPDATE "WebhookDelivery" SET status = 'pending', "dueAt" = now() WHERE id = ${id} AND status = 'failed'`;
  if (count > 0) return { ok: true };
  const isThere = (await prisma.webhookDelivery.count({ where: { id } })) > 0;
  return { ok: false, code: isThere ? 'not_failed' : 'not_found' };
}

const deliveryFields = {
  id: true,
  eventId: true,
  endpointId: true,
  caseId: true,
  status: true,
  attempts: true,
  dueAt: true,
  createdAt: true,
  endpoint: { select: { organizationId: true, mode: true, url: true } },
  tries: {
    orderBy: { attempt: 'desc' },
    take: 1,
    select: { attempt: true, httpStatus: true, failure: true, latencyMs: true, createdAt: true },
  },
} as const satisfies Prisma.WebhookDeliverySelect;

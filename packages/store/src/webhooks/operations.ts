import { randomUUID } from 'node:crypto';
import type { Prisma } from '../generated/client.ts';
import { prismaOf, type Store } from '../database/store.ts';
import { enabledState } from './dead-endpoints.ts';
import { requestAttempt } from './deliveries.ts';

export interface DeliveryFilter {
  status?: string | undefined;
  caseId?: string | undefined;
  endpointId?: string | undefined;
  organizationId?: string | undefined;
}

/** Returns the newest deliveries that match the filter, at most `limit`, each with its endpoint and last attempt. */
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
  return rows.map(({ attemptLog, ...row }) => ({ ...row, lastTry: attemptLog[0] ?? null }));
}

export type Redelivery = { ok: true } | { ok: false; code: 'not_found' | 'not_failed' };

/** Makes a failed delivery due now for one last attempt. Enables a disabled endpoint again. */
export async function redeliver(store: Store, id: string): Promise<Redelivery> {
  const prisma = prismaOf(store);
  const delivery = await prisma.webhookDelivery.findUnique({
    where: { id },
    select: { status: true, endpointId: true },
  });
  if (delivery?.status !== 'failed') return { ok: false, code: delivery ? 'not_failed' : 'not_found' };
  const { endpointId } = delivery;
  await prisma.webhookEndpoint.updateMany({ where: { id: endpointId, disabledAt: { not: null } }, data: enabledState });
  const isRequested = await requestAttempt(store, { deliveryId: id, requestId: randomUUID() });
  return isRequested ? { ok: true } : { ok: false, code: 'not_failed' };
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
  attemptLog: {
    orderBy: { attempt: 'desc' },
    take: 1,
    select: { attempt: true, httpStatus: true, failure: true, latencyMs: true, createdAt: true },
  },
} as const satisfies Prisma.WebhookDeliverySelect;

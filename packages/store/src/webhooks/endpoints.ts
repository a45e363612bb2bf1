import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import type { Store } from '../store.ts';

export interface WebhookEndpointRow {
  id: string;
  url: string;
  mode: Mode;
  createdAt: Date;
}

/** The endpoints of an organization in one mode, oldest first. */
export async function listWebhookEndpoints(
  { prisma }: Store,
  { organizationId, mode }: Scope,
): Promise<WebhookEndpointRow[]> {
  const endpoints = await prisma.webhookEndpoint.findMany({
    where: { organizationId, mode },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, url: true, createdAt: true },
  });
  return endpoints.map((endpoint) => ({ ...endpoint, mode }));
}

/**
 * Keeps a new endpoint under the given id; `sealedSecret` is its secret as it may lie in the database. Null where the
 * organization has `max` of them in this mode.
 */
export async function createWebhookEndpoint(
  { prisma }: Store,
  { organizationId, mode }: Scope,
  { id, url, sealedSecret, max }: { id: string; url: string; sealedSecret: Uint8Array; max: number },
): Promise<WebhookEndpointRow | null> {
  return prisma.$transaction(async (tx) => {
    // Registrations of one organization wait here for each other, so that none of them counts what another is adding.
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    if ((await tx.webhookEndpoint.count({ where: { organizationId, mode } })) >= max) return null;
    const secret = new Uint8Array(sealedSecret);
    const { createdAt } = await tx.webhookEndpoint.create({ data: { id, organizationId, mode, url, secret } });
    return { id, url, mode, createdAt };
  });
}

/**
 * Deletes an endpoint with its deliveries and their log. Gives the ids of the deliveries that were still to be tried;
 * null where the organization has no endpoint of this id in this mode.
 */
export async function deleteWebhookEndpoint(store: Store, scope: Scope, id: string): Promise<string[] | null> {
  const { organizationId, mode } = scope;
  await deleteLog(store, scope, id);
  return store.prisma.$transaction(async (tx) => {
    // Cases that record an event at this moment wait here, or are waited for: what they record for it is then seen.
    const [endpoint] = await tx.$queryRaw<object[]>`
      SELECT 1 FROM "WebhookEndpoint"
      WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode} FOR UPDATE`;
    if (!endpoint) return null;
    const pending = await tx.webhookDelivery.findMany({
      where: { endpointId: id, status: 'pending' },
      select: { id: true },
    });
    await tx.webhookEndpoint.delete({ where: { id }, select: { id: true } });
    return pending.map((delivery) => delivery.id);
  }, patience);
}

/** What is over goes first, in small pieces: the cases of the organization wait while the endpoint itself is deleted. */
async function deleteLog({ pool }: Store, { organizationId, mode }: Scope, endpointId: string): Promise<void> {
  for (let deleted = logPiece; deleted === logPiece;) {
    const { rowCount } = await pool.query({
      name: 'webhook-log-delete',
      text: `DELETE FROM "WebhookDelivery" WHERE id IN (
          SELECT d.id FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
          WHERE e.id = $1 AND e."organizationId" = $2 AND e.mode = $3 AND d.status <> 'pending' LIMIT $4
        )`,
      values: [endpointId, organizationId, mode, logPiece],
    });
    deleted = rowCount ?? 0;
  }
}

const logPiece = 2000;

/** For an endpoint that does not answer and has many deliveries waiting. */
const patience = { timeout: 30_000 };

import type { Mode } from '@evict/case-model';
import { recordAudit } from '../audit/record.ts';
import type { Scope } from '../cases/types.ts';
import { allRows, countRows, inTransaction, type Store } from '../database/store.ts';
import { enabledState, failPending } from './dead-endpoints.ts';

export interface WebhookEndpointRow {
  id: string;
  url: string;
  mode: Mode;
  createdAt: Date;
  /** The message types that the endpoint is registered for. An empty list means all customer-visible events. */
  events: string[];
  /** When it was disabled because its deliveries failed, or null. */
  disabledAt: Date | null;
}

interface NewEndpoint {
  id: string;
  url: string;
  /**
   * A new endpoint gets all customer-visible events by default. An endpoint that is enabled again keeps its types by
   * default.
   */
  events?: string[] | undefined;
  seal: (id: string) => Uint8Array;
  max: number;
}

/** Returns an organization's endpoints in one mode, oldest first. */
export async function listWebhookEndpoints(
  store: Store,
  { organizationId, mode }: Scope,
): Promise<WebhookEndpointRow[]> {
  return allRows<WebhookEndpointRow>(store)`
    SELECT id, url, mode, "createdAt", events, "disabledAt" FROM "WebhookEndpoint"
    WHERE "organizationId" = ${organizationId} AND mode = ${mode} ORDER BY "createdAt", id`;
}

/**
 * Creates an endpoint with this id. If a disabled endpoint has the same URL, enables that one again instead, with a new
 * secret and for new events only. `seal` returns the encrypted secret for an endpoint id. Returns null if the
 * organization already has `max` endpoints in this mode.
 */
export async function createWebhookEndpoint(
  store: Store,
  { organizationId, mode }: Scope,
  { id, url, events, seal, max }: NewEndpoint,
): Promise<WebhookEndpointRow | null> {
  return inTransaction(store, 'createWebhookEndpoint', organizationId, async (tx) => {
    // Locks the organization, so that concurrent registrations can't exceed `max`.
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const where = { organizationId, mode, url, disabledAt: { not: null } };
    const disabled = await tx.webhookEndpoint.findFirst({ where, select: { id: true } });
    const select = { id: true, url: true, createdAt: true, events: true, disabledAt: true };
    if (disabled) {
      const secret = new Uint8Array(seal(disabled.id));
      const data = { ...enabledState, previousSecret: null, secret, ...(events && { events }) };
      const enabled = await tx.webhookEndpoint.update({ where: disabled, data, select });
      await failPending(tx, disabled.id);
      await recordAudit(tx, { organizationId, action: 'webhook_secret_changed', detail: { ...disabled, mode } });
      return { ...enabled, mode };
    }
    if ((await tx.webhookEndpoint.count({ where: { organizationId, mode } })) >= max) return null;
    const data = { id, organizationId, mode, url, events: events ?? [], secret: new Uint8Array(seal(id)) };
    const created = await tx.webhookEndpoint.create({ data, select });
    await recordAudit(tx, { organizationId, action: 'webhook_endpoint_created', detail: { id, mode } });
    return { ...created, mode };
  });
}

/**
 * Replaces an endpoint's encrypted secret. Returns the time until which deliveries are also signed with the previous
 * secret, or null if the organization has no such endpoint in this mode.
 */
export async function rotateSecret(
  store: Store,
  { organizationId, mode }: Scope,
  id: string,
  sealed: Uint8Array,
): Promise<Date | null> {
  return inTransaction(store, 'rotateSecret', `${organizationId} ${id}`, async (transaction) => {
    const [rotated] = await transaction.$queryRaw<{ until: Date }[]>`
      UPDATE "WebhookEndpoint"
      SET "previousSecret" = secret, "previousUntil" = now() + interval '24 hours', secret = ${Buffer.from(sealed)}
      WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode}
      RETURNING "previousUntil" AS until`;
    if (!rotated) return null;
    await recordAudit(transaction, { organizationId, action: 'webhook_secret_changed', detail: { id, mode } });
    return rotated.until;
  });
}

/**
 * Deletes an endpoint with its deliveries and their log. Returns false if the organization has no such endpoint in this
 * mode.
 */
export async function deleteWebhookEndpoint(store: Store, scope: Scope, id: string): Promise<boolean> {
  const { organizationId, mode } = scope;
  await deleteLog(store, scope, id);
  return inTransaction(store, 'deleteWebhookEndpoint', `${organizationId} ${id}`, async (tx) => {
    // Waits for transactions that record events, so that their deliveries are deleted too.
    const [endpoint] = await tx.$queryRaw<object[]>`
      SELECT 1 FROM "WebhookEndpoint"
      WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode} FOR UPDATE`;
    if (!endpoint) return false;
    await tx.webhookEndpoint.delete({ where: { id }, select: { id: true } });
    await recordAudit(tx, { organizationId, action: 'webhook_endpoint_deleted', detail: { id, mode } });
    return true;
  });
}

/**
 * Deletes an endpoint's finished deliveries in small batches. Deleting the endpoint itself blocks the organization's
 * cases, so it should have few deliveries left. Skips a delivery whose attempt is being recorded, because waiting for
 * it without the endpoint's lock could deadlock.
 */
async function deleteLog(store: Store, { organizationId, mode }: Scope, endpointId: string): Promise<void> {
  for (let deleted = logBatchSize; deleted === logBatchSize;) {
    deleted = await countRows(store)`
      DELETE FROM "WebhookDelivery" WHERE id IN (
        SELECT d.id FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
        WHERE e.id = ${endpointId} AND e."organizationId" = ${organizationId} AND e.mode = ${mode}
          AND d.status <> 'pending' LIMIT ${logBatchSize} FOR UPDATE OF d SKIP LOCKED)`;
  }
}

const logBatchSize = 2000;

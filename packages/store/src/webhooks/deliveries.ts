import { notifying } from '../outbox.ts';
import { allRows, anyRow, firstRow, raw, sql, type Store } from '../database/store.ts';
import type { PageEnd } from '../cases/case-pages.ts';
import type { Scope } from '../cases/types.ts';

// Deliveries as customers see them, and their requests for another attempt.

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

interface AttemptRow {
  /** When the attempt began. */
  at: string;
  statusCode: number | null;
  /** The class of failure if there was no response. */
  error: string | null;
  durationMs: number;
}

export interface DeliveryRow {
  id: string;
  eventId: string;
  caseId: string;
  status: DeliveryStatus;
  createdAt: Date;
  /** When the next attempt is due, or null. */
  dueAt: Date | null;
  body: string;
  /** Oldest first. */
  attempts: AttemptRow[];
}

/** Identifies an endpoint within a scope. */
export interface EndpointOf {
  scope: Scope;
  endpointId: string;
}

const columns = raw(`d.id, d."eventId", d."caseId", d.status, d."createdAt", d."dueAt", d.body, (
    SELECT coalesce(json_agg(json_build_object(
      'at', to_char((a."createdAt" - make_interval(secs => a."latencyMs" / 1000.0)) AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'statusCode', a."httpStatus", 'error', a.failure, 'durationMs', a."latencyMs"
    ) ORDER BY a.attempt), '[]')
    FROM "WebhookAttempt" a WHERE a."deliveryId" = d.id
  ) AS attempts`);

/**
 * Returns the deliveries to an endpoint after the end of the previous page, newest first, up to `limit`, optionally
 * with one status only. Returns null if the scope has no such endpoint.
 */
export async function listEndpointDeliveries(
  store: Store,
  endpoint: EndpointOf,
  { after, limit, status }: { after: PageEnd | null; limit: number; status: DeliveryStatus | null },
): Promise<DeliveryRow[] | null> {
  const { scope, endpointId } = endpoint;
  const { organizationId, mode } = scope;
  const isThere = await anyRow(store)`
    SELECT FROM "WebhookEndpoint"
    WHERE id = ${endpointId} AND "organizationId" = ${organizationId} AND mode = ${mode}`;
  if (!isThere) return null;
  return allRows<DeliveryRow>(store)`
    SELECT ${columns} FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
    WHERE d."endpointId" = ${endpointId} AND e."organizationId" = ${organizationId} AND e.mode = ${mode}
      AND (d."createdAt", d.id) < (${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? ''})
      AND ${status === null ? raw('true') : sql`d.status = ${status}`}
    ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${limit}`;
}

/** Returns a delivery to an endpoint of the scope, or null. `isDisabled` says whether the endpoint is disabled. */
export async function findDelivery(
  store: Store,
  { scope, endpointId }: EndpointOf,
  id: string,
): Promise<(DeliveryRow & { isDisabled: boolean }) | null> {
  return firstRow<DeliveryRow & { isDisabled: boolean }>(store)`
    SELECT ${columns}, e."disabledAt" IS NOT NULL AS "isDisabled"
      FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
      WHERE d.id = ${id} AND e.id = ${endpointId}
        AND e."organizationId" = ${scope.organizationId} AND e.mode = ${scope.mode}`;
}

/**
 * Makes a delivery due now for one more attempt. A finished delivery gets exactly one, and a delivery that succeeded
 * before stays delivered. Returns false if an attempt is already due, if this request was recorded before, or if the
 * endpoint is disabled, deleted or outside the scope. Operators pass no scope.
 */
export async function requestAttempt(
  store: Store,
  { deliveryId, requestId, scope }: { deliveryId: string; requestId: string; scope?: Scope },
): Promise<boolean> {
  const isInScope = scope ? sql`e."organizationId" = ${scope.organizationId} AND e.mode = ${scope.mode}` : raw('true');
  // Lock the endpoint before its delivery, as deleting or disabling an endpoint does, to avoid deadlocks.
  return anyRow(store)`
    WITH endpoint AS MATERIALIZED (
        SELECT e.id FROM "WebhookEndpoint" e
        WHERE e.id = (SELECT "endpointId" FROM "WebhookDelivery" WHERE id = ${deliveryId}) AND e."disabledAt" IS NULL
          AND ${isInScope}
        FOR KEY SHARE
      ), delivery AS (
        UPDATE "WebhookDelivery" d
        SET status = CASE d.status WHEN 'delivered' THEN d.status ELSE 'pending' END, "dueAt" = now(),
          "requestId" = ${requestId}, "isLast" = d."isLast" OR d.status <> 'pending'
        FROM endpoint WHERE d.id = ${deliveryId} AND d."endpointId" = endpoint.id
          AND d."requestId" IS DISTINCT FROM ${requestId}
          AND (d."dueAt" IS NULL OR d."dueAt" > now())
        RETURNING d.id
      )
      SELECT id, ${notifying('webhooks', 'delivery')} FROM delivery`;
}

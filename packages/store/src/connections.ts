import { recordAudit } from './audit/record.ts';
import type { Scope } from './cases/types.ts';
import { type KeyConfirm, revokeKeys } from './accounts/api-keys.ts';
import { roleNow } from './accounts/members.ts';
import { takeSlot, type Window } from './requests/rate-limits.ts';
import { allRows, anyRow, firstRow, inTransaction, raw, sql, type Store } from './database/store.ts';
import { newIdSql } from './ids.ts';
import { notifying } from './outbox.ts';

/** An app's request for access, as a member sees it. */
export interface AppRequest {
  kind: 'Interaction' | 'DeviceCode';
  clientId: string;
  clientName: string;
  redirectHost: string | null;
  scopes: string[];
  expiresAt: Date;
}

/**
 * Finds the open request by the hash of its id, or of the code that a device shows. Returns null if there is no such
 * request, or it has expired or was answered.
 */
export async function findAppRequest(store: Store, handle: Buffer): Promise<AppRequest | null> {
  return firstRow<AppRequest>(store)`
    SELECT kind, "clientId", "clientName", "redirectHost", scopes, "expiresAt" FROM "OAuthItem" WHERE ${isOpen(handle)}`;
}

const isAskedFor = (handle: Buffer) => sql`(hash = ${handle} AND kind = 'Interaction' OR "userCode" = ${handle})`;

const isOpen = (handle: Buffer) => sql`${isAskedFor(handle)}
  AND "keyId" IS NULL AND "usedAt" IS NULL AND "refusedAt" IS NULL AND "expiresAt" > clock_timestamp()`;

interface Consent {
  /** The session of the member who consents. */
  sessionId: string;
  id: string;
  confirm: KeyConfirm;
  /** The hash of the ticket with which the member's browser returns to the app. */
  ticketHash: Buffer;
  maxActive: number;
  /** Limits the emails that tell owners about new connections. */
  mailLimit: { key: string; window: Window };
}

/**
 * Connects an app for a member. Refuses if the member's session has ended, if they are not an owner in live mode, if
 * the request is no longer open, or if the organization already has `maxActive` connections in this mode.
 */
export async function connectApp(
  store: Store,
  { organizationId, mode }: Scope,
  handle: Buffer,
  { sessionId, id, confirm, ticketHash, maxActive, mailLimit }: Consent,
): Promise<'connected' | 'unauthenticated' | 'forbidden' | 'not_open' | 'key_limit'> {
  return inTransaction(store, 'connectApp', organizationId, async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    // A concurrent demotion, removal or password change has either committed by now, or waits for this transaction and
    // then ends the new connection too.
    const [user] = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM "User" WHERE id = (SELECT "userId" FROM "Session" WHERE id = ${sessionId}) FOR SHARE`;
    const role = await roleNow(transaction, { organizationId, sessionId });
    if (!user || role === null) return 'unauthenticated';
    if (mode === 'live' && role !== 'owner') return 'forbidden';
    const [found] = await transaction.$queryRaw<{ active: number }[]>`
      SELECT count(*)::int AS active FROM "ApiKey" WHERE "organizationId" = ${organizationId} AND mode = ${mode}
        AND "clientId" IS NOT NULL AND "revokedAt" IS NULL AND "expiresAt" > now()`;
    if (!found || found.active >= maxActive) return 'key_limit';
    // The connection expires after 15 minutes unless the app gets its first token by then. The lock makes a second
    // answer to the same request wait.
    const [made] = await transaction.$queryRaw<Record<string, unknown>[]>`
      INSERT INTO "ApiKey" (id, hash, "organizationId", mode, name, scopes, confirm, "createdById", "clientId", "redirectHost", "expiresAt")
      SELECT ${id}, ${ticketHash}, ${organizationId}, ${mode}, "clientName", scopes, ${confirm}, ${user.id}, "clientId", "redirectHost",
        clock_timestamp() + interval '15 minutes'
      FROM "OAuthItem" WHERE ${isOpen(handle)} FOR UPDATE
      RETURNING id, mode, "clientId", "redirectHost", scopes, confirm`;
    if (!made) return 'not_open';
    await recordAudit(transaction, { organizationId, action: 'app_connected', detail: made });
    await transaction.$executeRaw`UPDATE "OAuthItem" SET "keyId" = ${id} WHERE ${isAskedFor(handle)}`;
    await transaction.$queryRaw`
      WITH slot AS (${takeSlot(mailLimit.key, mailLimit.window)}), mail AS (
        INSERT INTO "Mail" (id, kind, recipient, payload)
        SELECT ${raw(newIdSql('mail'))}, 'app_connected', u.email, jsonb_build_object('keyId', ${id}::text) FROM "User" u, slot
        WHERE u."organizationId" = ${organizationId} AND u.role = 'owner' AND u."erasedAt" IS NULL AND slot.admitted
        RETURNING id)
      SELECT id, ${notifying('mail', 'mail')} FROM mail`;
    return 'connected';
  });
}

/** Reads what the email about a new connection needs. `at` looks like `2026-07-01 14:30 UTC`. */
export async function findConnectedApp(
  store: Store,
  id: string,
): Promise<{ name: string; mode: string; redirectHost: string | null; at: string } | null> {
  return firstRow<{ name: string; mode: string; redirectHost: string | null; at: string }>(store)`
    SELECT coalesce(name, '') AS name, mode, "redirectHost",
      to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') AS at
    FROM "ApiKey" WHERE id = ${id}`;
}

/** Refuses an app's request for access. Returns false if the request is no longer open. */
export async function refuseApp(store: Store, handle: Buffer): Promise<boolean> {
  return anyRow(store)`UPDATE "OAuthItem" SET "refusedAt" = clock_timestamp() WHERE ${isOpen(handle)}`;
}

interface ConnectionRow {
  id: string;
  name: string | null;
  redirectHost: string | null;
  scopes: string[];
  confirm: KeyConfirm;
  createdAt: Date;
  createdBy: { id: string; name: string | null };
  lastUsedAt: Date | null;
  expiresAt: Date;
}

/** Lists the connected apps of an organization in one mode, newest first. */
export async function listConnections(store: Store, { organizationId, mode }: Scope): Promise<ConnectionRow[]> {
  return allRows<ConnectionRow>(store)`
    SELECT k.id, k.name, k."redirectHost", k.scopes, k.confirm, k."createdAt", k."lastUsedAt", k."expiresAt",
      json_build_object('id', u.id, 'name', u.name) AS "createdBy"
    FROM "ApiKey" k JOIN "User" u ON u.id = k."createdById"
    WHERE k."organizationId" = ${organizationId} AND k.mode = ${mode} AND k."clientId" IS NOT NULL
      AND k."revokedAt" IS NULL AND k."expiresAt" > now() AND u."erasedAt" IS NULL
    ORDER BY k."createdAt" DESC, k.id DESC`;
}

/** Ends a connection immediately. Returns false if the organization has no connection with this id in this mode. */
export async function disconnectApp(store: Store, { organizationId, mode }: Scope, id: string): Promise<boolean> {
  return inTransaction(store, 'disconnectApp', `${organizationId} ${id}`, async (transaction) => {
    const where = { id, organizationId, mode, clientId: { not: null } };
    if ((await transaction.apiKey.count({ where })) === 0) return false;
    await revokeKeys(transaction, sql`id = ${id}`);
    return true;
  });
}

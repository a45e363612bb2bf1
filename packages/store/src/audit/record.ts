import type { Transaction } from '../database/transactions.ts';
import { sql, type Statement } from '../database/store.ts';
import { currentOrigin } from './origin.ts';

/** What the audit of an organization tells beside the commands on its cases, and which reads of tenants' data. */
export type AuditAction =
  | 'signed_in'
  | 'sign_in_failed'
  | 'session_ended'
  | 'member_added'
  | 'member_removed'
  | 'member_role_changed'
  | 'member_erased'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'member_invited'
  | 'invitation_revoked'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'app_connected'
  | 'app_disconnected'
  | 'webhook_endpoint_created'
  | 'webhook_endpoint_deleted'
  | 'webhook_endpoint_disabled'
  | 'webhook_secret_changed'
  | 'calendar_link_created'
  | 'calendar_link_revoked'
  | 'action_confirmed'
  | 'organization_renamed'
  | 'organization_verified'
  | 'single_sign_on_changed'
  | 'single_sign_on_removed';

export interface AuditEntry {
  organizationId: string;
  action: AuditAction;
  /** Ids, roles and modes: nothing that identifies a tenant. */
  detail?: Record<string, unknown>;
  /** The user whom it concerns: its author, if the request has none. */
  userId?: string;
  /** `done`, or the code of the refusal. */
  result?: string;
}

/**
 * Records what the current request does in the audit of an organization, in the transaction of the change. The author is
 * that of the request (`withOrigin`), or else the user whom it concerns, or else the login of this process.
 */
export async function recordAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await transaction.$executeRaw(insertAudit(entry));
}

/** The statement of `recordAudit`. Ids are in the order of time, for entries of one millisecond. */
function insertAudit({ organizationId, action, detail = {}, userId, result = 'done' }: AuditEntry): Statement {
  const { actor, credentialId, network } = currentOrigin();
  const author = actor ?? (userId === undefined ? null : { type: 'user', id: userId });
  return sql`
    INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, "credentialId", network, result, detail)
    VALUES ('aud_' || uuidv7(), ${organizationId}, ${action}, ${author?.type ?? 'platform'},
      coalesce(${author?.id ?? null}::text, session_user), ${credentialId}, ${network}, ${result}, ${JSON.stringify(detail)}::jsonb)`;
}

/**
 * Records several entries at once, such as the ends of all sessions of a user. An attorney belongs to no organization:
 * what has none is in no audit.
 */
export async function recordAudits(
  transaction: Transaction,
  entries: readonly (Omit<AuditEntry, 'organizationId'> & { organizationId: string | null })[],
): Promise<void> {
  const { actor, credentialId, network } = currentOrigin();
  const rows = entries.flatMap(({ organizationId, action, detail = {}, userId, result = 'done' }) => {
    if (organizationId === null) return [];
    const author = actor ?? (userId === undefined ? null : { type: 'user', id: userId });
    return [{ organizationId, action, detail, result, actorType: author?.type ?? 'platform', actor: author?.id }];
  });
  if (rows.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, "credentialId", network, result, detail)
    SELECT 'aud_' || uuidv7(), "organizationId", action, "actorType", coalesce(actor, session_user), ${credentialId}, ${network},
      result, detail
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r ("organizationId" text, action text, "actorType" text, actor text, result text, detail jsonb)`;
}

/** Records what happens to a user in the audit of their organization, one entry for each detail. */
export async function recordUserAudit(
  transaction: Transaction,
  userId: string,
  action: AuditAction,
  details: readonly Record<string, unknown>[],
): Promise<void> {
  const { actor, credentialId, network } = currentOrigin();
  const author = actor ?? { type: 'user', id: userId };
  await transaction.$executeRaw`
    INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, "credentialId", network, result, detail)
    SELECT 'aud_' || uuidv7(), u."organizationId", ${action}, ${author.type}, ${author.id}, ${credentialId}, ${network}, 'done',
      detail
    FROM "User" u, jsonb_array_elements(${JSON.stringify(details)}::jsonb) detail
    WHERE u.id = ${userId} AND u."organizationId" IS NOT NULL`;
}

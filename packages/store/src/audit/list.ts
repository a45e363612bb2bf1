import type { PageEnd } from '../cases/case-pages.ts';
import { allRows, raw, sql, type Statement, type Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/** One entry of an organization's audit log. */
export interface AuditRow {
  id: string;
  at: Date;
  /** `case.` and the kind of a command, `tenant_data_viewed`, `operator_action`, or the action of an audit event. */
  action: string;
  actorType: 'user' | 'api_key' | 'attorney' | 'operator' | 'platform';
  actor: string;
  /**
   * The user's current name or else their email address, or the operator's name. Null for API keys and removed users.
   */
  actorName: string | null;
  credentialId: string | null;
  network: string | null;
  caseId: string | null;
  /** `done`, `pending`, `void`, or a refusal code. */
  result: string;
  detail: Record<string, unknown> | null;
}

export interface AuditFilter {
  action?: string | undefined;
  /** An id, or the name of an operator. */
  actor?: string | undefined;
  caseId?: string | undefined;
  since?: Date | undefined;
}

interface Bounds {
  limit: number;
  after: PageEnd | null;
}

/** The maximum number of entries examined for a page that is filtered by action, actor or case. */
const examined = 2000;

/**
 * Returns up to `limit` entries of the audit log after the given end, newest first. `end` is where the next page
 * begins, or null after the last page. With a filter, a page can be short or even empty although more pages follow.
 */
export async function listAudit(
  store: Store,
  organizationId: string,
  filter: AuditFilter,
  bounds: Bounds,
): Promise<{ items: AuditRow[]; end: PageEnd | null }> {
  type Row = AuditRow & { place: string; matches: boolean };
  const rows = await allRows<Row>(store)`${auditPage(organizationId, filter, bounds)}`;
  const matching = rows.filter(({ matches }) => matches);
  const items = matching.slice(0, bounds.limit);
  const last = rows.at(-1);
  const isWhole = Number(last?.place) < sizeOf(filter, bounds) && matching.length <= bounds.limit;
  const end = matching.length > bounds.limit ? items.at(-1) : last;
  return {
    items: items.map(({ place: _place, matches: _matches, ...row }) => row),
    end: end && !isWhole ? { at: end.at, id: end.id } : null,
  };
}

function sizeOf({ action, actor, caseId }: AuditFilter, { limit }: Bounds): number {
  return action === undefined && actor === undefined && caseId === undefined ? limit + 1 : examined;
}

/**
 * All entries as one SQL union. PostgreSQL reads no more rows than a page needs: each table has an index in the page's
 * order, and PostgreSQL merges these indexes. A volatile function, a column of another type or a condition would
 * prevent that, so hidden rows are marked by a column. Operators' commands are hidden because they appear as operator
 * actions, and the platform's commands because they appear as case events.
 */
const entries = raw(`(
    SELECT id, "organizationId", "createdAt" AS at, action, "actorType", actor, "credentialId", network,
      NULL::text AS "caseId", result, detail, false AS "isHidden"
    FROM "AuditEvent"
    UNION ALL SELECT id, "organizationId", "writtenAt", 'case.' || kind,
      CASE WHEN author = 'attorney' THEN author WHEN "authorId" LIKE 'key\\_%' THEN 'api_key' ELSE 'user' END, "authorId",
      "credentialId", network, "caseId", CASE WHEN (outcome ->> 'ok')::boolean THEN 'done'
        WHEN outcome IS NOT NULL THEN outcome ->> 'code'
        WHEN "writtenAt" < now() - interval '1 minute' THEN 'void' ELSE 'pending' END, NULL::jsonb,
      author NOT IN ('customer', 'attorney')
    FROM "Command"
    UNION ALL SELECT id, "organizationId", "createdAt", 'tenant_data_viewed',
      CASE "actorType" WHEN 'platform' THEN 'operator' ELSE "actorType" END, actor, "credentialId", network, "caseId",
      'done', jsonb_build_object('what', what), false
    FROM "TenantDataView"
    UNION ALL SELECT id, "organizationId", "createdAt", 'operator_action', 'operator', operator, NULL, NULL,
      CASE WHEN subject LIKE 'case\\_%' THEN subject END, coalesce(outcome, 'pending'), jsonb_strip_nulls(
        jsonb_build_object('command', command, 'subject', subject, 'identifiedBy', "identifiedBy")), false
    FROM "OperatorAction") entry`);

/** Selects the entries of a page that match, and the last entry that was examined. */
function auditPage(organizationId: string, filter: AuditFilter, bounds: Bounds): Statement {
  const { action = null, actor = null, caseId = null, since } = filter;
  const { limit, after } = bounds;
  const size = raw(sizeOf(filter, bounds));
  const conditions = [
    sql`"organizationId" = ${organizationId} AND NOT "isHidden"`,
    ...(after ? [sql`(at, id) < (${after.at}::timestamptz, ${after.id})`] : []),
    ...(since ? [sql`at >= ${since}::timestamptz`] : []),
  ];
  return sql`
    SELECT * FROM (
      SELECT a.*, row_number() OVER (ORDER BY a.at DESC, a.id DESC) AS place,
        (${action}::text IS NULL OR a.action = ${action}) AND (${actor}::text IS NULL OR a.actor = ${actor})
          AND (${caseId}::text IS NULL OR a."caseId" IS NOT DISTINCT FROM ${caseId}) AS matches,
        coalesce(u.name, CASE WHEN u."organizationId" = ${organizationId} THEN nullif(u.email, '') END,
          CASE a."actorType" WHEN 'operator' THEN a.actor END) AS "actorName"
      FROM (SELECT id, at, action, "actorType", actor, "credentialId", network, "caseId", result, detail FROM ${entries}
        WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY at DESC, id DESC LIMIT ${size}) a
        LEFT JOIN "User" u ON u.id = a.actor
    ) p WHERE matches OR place = ${size} ORDER BY at DESC, id DESC LIMIT ${limit + 2}`;
}

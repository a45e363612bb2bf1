import { newId } from '../ids.ts';
import { currentOrigin } from '../audit/origin.ts';
import { allRows, countRows, firstRow, raw, type Store } from '../database/store.ts';
import type { PageEnd } from '../cases/case-pages.ts';
import { type AssignedCase, isAssigned } from '../cases/assigned.ts';
import { eligibleSql } from '../attorneys/eligibility.ts';

// The audit of reads: one row for each read of tenant data. It has a table of its own, because it grows with every
// read.

/** How many views operators see among the events of a case. The others are listed page by page. */
export const newestViews = 200;

/** What an attorney reads: the case, what is under review, its messages, its facts, or one document. */
type Viewed = 'case' | 'review' | 'notes' | 'facts' | { documentId: string };

/** What an attorney may see of their case. Until they accept it, that is only what a conflict check needs. */
export type Access = 'all' | 'conflict_check';

/**
 * Records that an attorney reads something of their case, and returns how much they may see. Call it before reading any
 * tenant data. If the attorney has no such case or document (`none`), if the details were erased, or if they aren't
 * verified and licensed in the property's state, nothing is recorded and nothing may be shown. Before they have
 * accepted the case, only the case itself may be shown. `allowLapsed` is for the one response that needs no license and
 * shows no more.
 */
export async function recordView(
  store: Store,
  assigned: AssignedCase,
  what: Viewed,
  { allowLapsed = false } = {},
): Promise<Access | 'none' | 'erased' | 'not_eligible' | 'not_accepted'> {
  const documentId = typeof what === 'string' ? null : what.documentId;
  const { credentialId, network } = currentOrigin();
  const found = await firstRow<{ access: Access | 'erased' | 'not_eligible' | 'not_accepted' }>(store)`
    WITH found AS (
      SELECT c.id, c."organizationId", CASE WHEN c."erasedAt" IS NOT NULL THEN 'erased' WHEN NOT ${raw(attorneyIsEligible)}
          THEN CASE WHEN ${allowLapsed}::boolean THEN 'conflict_check' ELSE 'not_eligible' END
        WHEN c."attorneyAccepted" THEN 'all' WHEN ${what === 'case'}::boolean THEN 'conflict_check' ELSE 'not_accepted' END AS access
      FROM "Case" c WHERE ${isAssigned(assigned)}
        AND (${documentId}::text IS NULL
          OR EXISTS (SELECT FROM "Document" d WHERE d.id = ${documentId} AND d."caseId" = c.id))
    ), recorded AS (
      INSERT INTO "TenantDataView" (id, "caseId", "organizationId", "actorType", actor, what, "credentialId", network)
      SELECT ${newId('event')}, id, "organizationId", 'attorney', ${assigned.attorneyId}::text,
        CASE access WHEN 'all' THEN ${documentId ?? what}::text ELSE access END, ${credentialId}, ${network}
      FROM found WHERE access IN ('all', 'conflict_check')
    )
    SELECT access FROM found`;
  return found?.access ?? 'none';
}

/** An SQL condition: the attorney of case `c` is verified and licensed there. */
const attorneyIsEligible = `EXISTS (SELECT FROM "User" u WHERE u.id = c."attorneyId" AND ${eligibleSql('c.jurisdiction')})`;

/** Records that an operator reads the tenant data of a case. Call it before reading any. */
export async function recordOperatorView(
  store: Store,
  { caseId, operator }: { caseId: string; operator: string },
): Promise<void> {
  const { credentialId, network } = currentOrigin();
  await countRows(store)`
    INSERT INTO "TenantDataView" (id, "caseId", "organizationId", "actorType", actor, what, "credentialId", network)
    SELECT ${newId('event')}, id, "organizationId", 'platform', ${operator}, 'case', ${credentialId}, ${network}
    FROM "Case" WHERE id = ${caseId}`;
}

export interface TenantDataViewRow {
  id: string;
  actorType: 'attorney' | 'platform';
  /** The attorney's id, or the operator's name. */
  actor: string;
  /** `case`, `list`, `calendar`, `conflict_check`, `review`, `notes`, `facts`, or the id of a document. */
  what: string;
  createdAt: Date;
}

/** The views of a case, newest first, up to `limit` after the given end. Erased cases keep theirs. */
export async function listViews(
  store: Store,
  { caseId, after, limit }: { caseId: string; after?: PageEnd | undefined; limit: number },
): Promise<TenantDataViewRow[]> {
  return allRows<TenantDataViewRow>(store)`
    SELECT id, "actorType", actor, what, "createdAt" FROM "TenantDataView"
      WHERE "caseId" = ${caseId} AND (${after?.at ?? null}::timestamptz IS NULL OR ("createdAt", id) < (${after?.at ?? null}, ${after?.id ?? null}))
      ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}`;
}

/** Shows a view as the event `tenant_data_viewed`. */
export function viewAsEvent({ id, actorType, actor, what, createdAt }: TenantDataViewRow) {
  return {
    id,
    sequence: null,
    action: 'tenant_data_viewed',
    actorType,
    fromState: null,
    toState: null,
    detail: actorType === 'attorney' ? { what, attorneyId: actor } : { what, operator: actor },
    internal: true,
    createdAt,
  };
}

/** SQL for the views of case `c` with the columns of "CaseEvent". */
export const viewsAsEvents = `(SELECT v.id, NULL::int AS sequence, 'tenant_data_viewed' AS action, v."actorType",
    NULL AS "fromState", NULL AS "toState",
    jsonb_build_object('what', v.what, CASE v."actorType" WHEN 'attorney' THEN 'attorneyId' ELSE 'operator' END, v.actor)
      AS detail,
    v."createdAt"
  FROM "TenantDataView" v WHERE v."caseId" = c.id)`;

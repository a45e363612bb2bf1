import { newId } from '../ids.ts';
import { currentOrigin } from '../audit/origin.ts';
import { allRows, countRows, firstRow, raw, type Store } from '../database/store.ts';
import type { PageEnd } from '../cases/case-pages.ts';
import { type AssignedCase, isAssigned } from '../cases/assigned.ts';
import { eligibleSql } from '../attorneys/eligibility.ts';

// The audit of reads has one row for each read of tenant data. It is a separate table, because it grows with every
// read.

/** How many views operators see among a case's events. Older ones are listed page by page. */
export const newestViews = 200;

/**
 * The part of a case that an attorney reads: the case itself, the documents under review, its messages, its facts, or
 * one document.
 */
type Viewed = 'case' | 'review' | 'notes' | 'facts' | { documentId: string };

/** How much of their case an attorney may see. Until they accept it, that is only the data for a conflict check. */
export type Access = 'all' | 'conflict_check';

/**
 * Records that an attorney reads part of their case, and returns how much they may see. Call it before reading any
 * tenant data. Nothing is recorded and nothing may be shown if the attorney has no such case or document (`none`), if
 * the details were erased, or if the attorney isn't verified and licensed in the property's state. Before they accept
 * the case, only the case itself may be shown. `allowLapsed` is for a response that needs no license: an attorney
 * without a valid one then gets `conflict_check`.
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

/** An SQL condition: the attorney of case `c` is verified and licensed in the property's state. */
const attorneyIsEligible = `EXISTS (SELECT FROM "User" u WHERE u.id = c."attorneyId" AND ${eligibleSql('c.jurisdiction')})`;

/** Records that an operator reads a case's tenant data. Call it before reading the data. */
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

/**
 * Returns a case's views, newest first, up to `limit` after the end of the previous page. Erased cases keep their
 * views.
 */
export async function listViews(
  store: Store,
  { caseId, after, limit }: { caseId: string; after?: PageEnd | undefined; limit: number },
): Promise<TenantDataViewRow[]> {
  return allRows<TenantDataViewRow>(store)`
    SELECT id, "actorType", actor, what, "createdAt" FROM "TenantDataView"
      WHERE "caseId" = ${caseId} AND (${after?.at ?? null}::timestamptz IS NULL OR ("createdAt", id) < (${after?.at ?? null}, ${after?.id ?? null}))
      ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}`;
}

/** Converts a view to an event with the action `tenant_data_viewed`. */
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

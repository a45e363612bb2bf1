import { newId } from '../ids.ts';
import { allRows, firstRow, prismaOf, type Store } from '../database/store.ts';
import { fromOrigin } from '../audit/origin.ts';
import type { PageEnd } from '../cases/case-pages.ts';
import { type AssignedCase, isAssigned } from '../cases/assigned.ts';

// The audit of reads: one row per read of tenant data. It has a table of its own because it grows with reads; no
// response holds more than `newestViews` of its rows.

/** How many views are shown among the events of a case. The others are listed page by page. */
export const newestViews = 200;

/** What an attorney reads: the case, what is under review, its notes, its facts, or one document. */
type Viewed = 'case' | 'review' | 'notes' | 'facts' | { documentId: string };

/**
 * Records that an attorney reads something of their case. Call it before reading any tenant data. Returns `erased` if
 * the details were erased and `none` if the attorney has no such case or document, and then records nothing.
 */
export async function recordView(
  store: Store,
  assigned: AssignedCase,
  what: Viewed,
): Promise<'viewed' | 'erased' | 'none'> {
  const documentId = typeof what === 'string' ? null : what.documentId;
  const viewed = await firstRow<{ erased: boolean }>(store)`
    WITH viewed AS (
      SELECT c.id, c."erasedAt" FROM "Case" c WHERE ${isAssigned(assigned)}
        AND (${documentId}::text IS NULL
          OR EXISTS (SELECT FROM "Document" d WHERE d.id = ${documentId} AND d."caseId" = c.id))
    ), recorded AS (
      INSERT INTO "TenantDataView" (id, "caseId", "actorType", actor, what)
      SELECT ${newId('event')}, id, 'attorney', ${assigned.attorneyId}::text, ${documentId ?? what}::text FROM viewed
      WHERE "erasedAt" IS NULL AND ${fromOrigin()}
    )
    SELECT "erasedAt" IS NOT NULL AS erased FROM viewed`;
  if (!viewed) return 'none';
  return viewed.erased ? 'erased' : 'viewed';
}

/** Records that an operator reads the tenant data of a case. Call it before reading any. */
export async function recordOperatorView(
  store: Store,
  { caseId, operator }: { caseId: string; operator: string },
): Promise<void> {
  await prismaOf(store).tenantDataView.create({
    data: { id: newId('event'), caseId, actorType: 'platform', actor: operator, what: 'case' },
    select: { id: true },
  });
}

export interface TenantDataViewRow {
  id: string;
  actorType: 'attorney' | 'platform';
  /** The attorney's id, or the operator's name. */
  actor: string;
  /** `case`, `review`, `notes`, `facts`, or the id of a document. */
  what: string;
  createdAt: Date;
}

/** The views of a case, newest first: up to `limit` after the given end. Erased cases keep theirs. */
export async function listViews(
  store: Store,
  { caseId, after, limit }: { caseId: string; after?: PageEnd | undefined; limit: number },
): Promise<TenantDataViewRow[]> {
  return allRows<TenantDataViewRow>(store)`
    SELECT id, "actorType", actor, what, "createdAt" FROM "TenantDataView"
      WHERE "caseId" = ${caseId} AND (${after?.createdAt ?? null}::timestamptz IS NULL OR ("createdAt", id) < (${after?.createdAt ?? null}, ${after?.id ?? null}))
      ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}`;
}

/** A view as the event `tenant_data_viewed`. */
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

/** The same in SQL: the newest views of case `c` with the columns of "CaseEvent". */
export const newestViewsAsEvents = `(SELECT v.id, NULL::int AS sequence, 'tenant_data_viewed' AS action, v."actorType",
    NULL AS "fromState", NULL AS "toState",
    jsonb_build_object('what', v.what, CASE v."actorType" WHEN 'attorney' THEN 'attorneyId' ELSE 'operator' END, v.actor)
      AS detail,
    v."createdAt"
  FROM "TenantDataView" v WHERE v."caseId" = c.id ORDER BY v."createdAt" DESC, v.id DESC LIMIT ${newestViews})`;

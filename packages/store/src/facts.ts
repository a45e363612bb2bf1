import { customerFactKinds, factKinds, type FactKind } from '@evict/case-model';
import { allRows, firstRow, raw, sql, type Store } from './database/store.ts';
import { batchSize, inBatches } from './database/batches.ts';
import { accessTo, type Listed, type ScopedCase } from './cases/assigned.ts';

// A reported fact is stored as an internal event of the case. Erasing the case empties it like any other event.

/** A report of something that happened outside the service, such as a payment by the tenant. */
export interface FactRow {
  /** The id of the event that stores it. */
  id: string;
  kind: FactKind;
  /** When it happened. */
  date: string;
  amountCents: number | null;
  detail: string | null;
  /** `platform` means an operator. */
  reportedBy: 'customer' | 'attorney' | 'platform';
  createdAt: Date;
  sequence: number;
}

const columns = sql`e.id, e.action AS kind, e.detail->>'date' AS date, (e.detail->>'amountCents')::float8 AS "amountCents",
  e.detail->>'detail' AS detail, e."actorType" AS "reportedBy", e."createdAt", e.sequence`;

/** Yields the facts of a case in the order in which they were reported. */
export function listFacts(store: Store, listed: Listed): AsyncGenerator<FactRow[], void, undefined> {
  const { caseId, isVisible } = accessTo(listed);
  return inBatches(
    (last) => allRows<FactRow>(store)`
      SELECT ${columns} FROM "CaseEvent" e
      WHERE e."caseId" = ${caseId} AND e.sequence > ${last?.sequence ?? -1} AND e.action = ANY (${factKinds})
        AND e.internal AND ${isVisible}
      ORDER BY e.sequence LIMIT ${raw(batchSize)}`,
  );
}

/** Reads the fact reported by a customer's command. Throws if the command reported none. */
export async function getReportedFact(store: Store, of: ScopedCase, commandId: string): Promise<FactRow> {
  const { caseId, isVisible } = accessTo(of);
  const row = await firstRow<FactRow>(store)`
    SELECT ${columns} FROM "CaseEvent" e
    WHERE e."caseId" = ${caseId} AND e."commandId" = ${commandId} AND e.action = ANY (${customerFactKinds})
      AND ${isVisible}`;
  if (!row) throw new Error('the command reported no fact');
  return row;
}

/** Counts the facts that the customer has reported about the case. */
export async function countCustomerFacts(store: Store, of: ScopedCase): Promise<number> {
  const { caseId, isVisible } = accessTo(of);
  const row = await firstRow<{ count: number }>(store)`
    SELECT count(*)::int AS count FROM "CaseEvent"
    WHERE "caseId" = ${caseId} AND action = ANY (${customerFactKinds}) AND "actorType" = 'customer' AND ${isVisible}`;
  return row?.count ?? 0;
}

export function presentFact({ createdAt, sequence: _sequence, ...fact }: FactRow) {
  return { ...fact, createdAt: createdAt.toISOString() };
}

import { customerFactKinds, factKinds, type FactKind } from '@evict/case-model';
import { poolOf, type Store } from './database/store.ts';
import { assignedTo } from './attorney-desk/assigned-cases.ts';
import { batchSize } from './cases/reads.ts';
import type { AssignedCase } from './cases/types.ts';

// A fact is an internal event of the case: its row is the record of the report, which erasure empties with the others.

/** Something that happened outside, as it was reported. */
export interface FactRow {
  /** Of its event. */
  id: string;
  kind: FactKind;
  /** When it happened. */
  date: string;
  detail: string | null;
  /** `platform`: an operator. */
  reportedBy: 'customer' | 'attorney' | 'platform';
  createdAt: Date;
}

/** The facts of a case in the order of their reports, in batches of one short query each. */
export function listFacts(store: Store, caseId: string): AsyncGenerator<FactRow[], void, undefined> {
  return factBatches(store, { name: 'case-facts', text: factBatch(), values: [caseId] });
}

/** The same for an attorney, and only while the case is assigned to them. */
export function listAssignedFacts(
  store: Store,
  { attorneyId, caseId }: AssignedCase,
): AsyncGenerator<FactRow[], void, undefined> {
  const condition = `AND EXISTS (SELECT FROM "Case" c WHERE ${assignedTo('$4')})`;
  return factBatches(store, { name: 'attorney-facts', text: factBatch(condition), values: [caseId, attorneyId] });
}

/** How many facts the customer has reported of the case. */
export async function countCustomerFacts(store: Store, caseId: string): Promise<number> {
  const { rows } = await poolOf(store).query<{ count: number }>({
    name: 'customer-facts',
    text: `SELECT count(*)::int AS count FROM "CaseEvent"
      WHERE "caseId" = $1 AND action = ANY ($2) AND "actorType" = 'customer'`,
    values: [caseId, customerFactKinds],
  });
  return rows[0]?.count ?? 0;
}

export function presentFact({ createdAt, ...fact }: FactRow) {
  return { ...fact, createdAt: createdAt.toISOString() };
}

const factBatch = (condition = '') => `SELECT e.id, e.action AS kind, e.detail->>'date' AS date,
    e.detail->>'detail' AS detail, e."actorType" AS "reportedBy", e."createdAt", e.sequence
  FROM "CaseEvent" e
  WHERE e."caseId" = $1 AND e.sequence > $2 AND e.action = ANY ($3) AND e.internal ${condition}
  ORDER BY e.sequence LIMIT ${batchSize}`;

async function* factBatches(
  store: Store,
  { name, text, values: [caseId, ...others] }: { name: string; text: string; values: string[] },
): AsyncGenerator<FactRow[], void, undefined> {
  for (let after = -1; ;) {
    const values = [caseId, after, factKinds, ...others];
    const { rows } = await poolOf(store).query<FactRow & { sequence?: number }>({ name, text, values });
    after = rows.at(-1)?.sequence ?? after;
    for (const row of rows) delete row.sequence;
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
  }
}

import type { AttorneyCase } from '../../api/queries.ts';
import { type FactRow, factRows } from '../../shared/fact-rows.ts';

type Changed = Pick<AttorneyCase, 'data' | 'ground' | 'entryPoint' | 'beforeChanges'>;

/**
 * Returns the facts of the case as rows. The row of a fact that has changed since changes were requested includes the
 * earlier value. The row of a removed fact has an empty value.
 */
export function markedRows(one: Changed): FactRow[] {
  const now = factRows(one);
  if (one.beforeChanges === null) return now;
  const { ground, entryPoint, ...facts } = one.beforeChanges.facts;
  // Use the current balance here too, because the entries of the ledger are marked instead.
  const before = factRows({ ground, entryPoint, data: { ...facts, progress: one.data.progress } });
  const valueIn = (rows: readonly FactRow[], label: string) => rows.find((row) => row.label === label)?.value ?? '';
  return [
    ...now.map((row) => ({ ...row, ...marked(row.value, valueIn(before, row.label)) })),
    ...before
      .filter(({ label }) => valueIn(now, label) === '')
      .map(({ label, value }) => ({ label, value: '', ...marked('', value) })),
  ];
}

const marked = (value: string, before: string) => (value === before ? {} : { before });

/** Returns whether a document was added after changes were requested. */
export function isNewSince({ beforeChanges }: Pick<AttorneyCase, 'beforeChanges'>, createdAt: string): boolean {
  return beforeChanges !== null && createdAt > beforeChanges.at;
}

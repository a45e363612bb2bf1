import type { AttorneyCase } from '../../api/queries.ts';
import { type FactRow, factRows } from '../../shared/fact-rows.ts';

type Changed = Pick<AttorneyCase, 'data' | 'ground' | 'entryPoint' | 'beforeChanges'>;

/** The facts, each with its value when changes were requested. A fact that was removed is empty. */
export function markedRows(one: Changed): FactRow[] {
  const now = factRows(one);
  if (one.beforeChanges === null) return now;
  const { ground, entryPoint, ...facts } = one.beforeChanges.facts;
  // The balance is ignored because it follows from the ledger, whose entries are marked.
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

/** Whether a document was added after changes were requested. */
export function isNewSince({ beforeChanges }: Pick<AttorneyCase, 'beforeChanges'>, createdAt: string): boolean {
  return beforeChanges !== null && createdAt > beforeChanges.at;
}

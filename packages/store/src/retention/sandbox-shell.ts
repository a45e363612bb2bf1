import { dropErasure } from '../erasure/erasure-list.ts';
import { firstRow, type Store } from '../database/store.ts';

/**
 * Deletes the audit shell of a sandbox case with everything that belongs to it, a year after its erasure, in one statement.
 * Returns false if there is no such shell: live cases keep theirs. Also removes the case from the list of erasures: if a
 * backup of more than a year ago brings it back, retention erases it on the next day.
 */
export async function deleteSandboxShell(store: Store, caseId: string, list: string): Promise<boolean> {
  const row = await firstRow<{ isDeleted: boolean }>(store)`SELECT "deleteShell"(${caseId}) AS "isDeleted"`;
  const isDeleted = row?.isDeleted === true;
  if (isDeleted) await dropErasure(list, caseId);
  return isDeleted;
}

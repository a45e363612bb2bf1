import * as erasure from '@evict/store/erasure';
import { beginOperatorAction, endOperatorAction } from '@evict/store/operations';
import type { TestStore } from '@evict/store/testing';

/** Erases a case as the command line of the operators does, which records it before. */
export async function eraseCase(store: TestStore, request: Parameters<typeof erasure.eraseCase>[1]) {
  const { caseId: subject, operator } = request;
  const said = { operator, identifiedBy: 'declared', command: 'case erase', subject, detail: null } as const;
  const action = await beginOperatorAction(store, said);
  const outcome = await erasure.eraseCase(store, request);
  await endOperatorAction(store, action, { outcome: 'done' });
  return outcome;
}

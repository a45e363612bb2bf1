import * as erasure from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import type { TestStore } from '@evict/store/testing';

/** Erases a case as the command line of the operators does, which records it before. */
export async function eraseCase(store: TestStore, request: Parameters<typeof erasure.eraseCase>[1]) {
  const { caseId: subject, operator } = request;
  const action = { id: newId('operatorAction'), operator, command: 'case erase', subject };
  await store.prisma.operatorAction.create({ data: action });
  const outcome = await erasure.eraseCase(store, request);
  await store.prisma.operatorAction.update({ where: { id: action.id }, data: { outcome: 'done' } });
  return outcome;
}

import { type JudgmentAmount, judgmentAmounts } from '@evict/case-model';
import { prismaOf, type Store } from '../database/store.ts';
import type { StoredProgress } from './types.ts';

/** The amounts given that differ from those on record for the judgment of the case. */
export async function changedAmounts(
  store: Store,
  caseId: string,
  given: { readonly [Name in JudgmentAmount]?: number | undefined },
): Promise<JudgmentAmount[]> {
  const named = judgmentAmounts.filter((name) => given[name] !== undefined);
  if (named.length === 0) return [];
  const row = await prismaOf(store).case.findUnique({ where: { id: caseId }, select: { progress: true } });
  const onRecord = (row?.progress as StoredProgress | undefined)?.judgment;
  return named.filter((name) => given[name] !== onRecord?.[name]);
}

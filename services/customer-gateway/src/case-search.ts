import { invalidRequest } from '@evict/contract';
import { foldForSearch, searchCases } from '@evict/store/search';
import type { CaseFilter, PageEnd, Scope } from '@evict/store/cases';
import type { Store } from '@evict/store/database';

/** The ids of the cases of a page that a text finds. Throws 400 for a text without a character to search for. */
export async function search(
  store: Store,
  scope: Scope,
  filter: CaseFilter,
  q: string,
  bounds: { limit: number; after: PageEnd | null },
): Promise<string[]> {
  const folded = foldForSearch(q);
  if (folded !== '') return searchCases(store, scope, filter, folded, bounds);
  const message = 'Must have a character other than blanks, punctuation and accents.';
  throw invalidRequest([{ path: 'q', code: 'blank', message }]);
}

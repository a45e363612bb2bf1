import { invalidRequest } from '@evict/contract';
import type { Work } from '@evict/http';
import { Limiter } from '@evict/limiter';
import { foldForSearch, searchCases } from '@evict/store/search';
import { type CaseFilter, type PageEnd, type Scope } from '@evict/store/cases';
import type { Store } from '@evict/store/database';

/**
 * Returns a function that searches for the case ids of a page. A search costs the database more than any other read, so
 * one runs at a time per organization, and four in total. Waiting searches don't hold a slot of the gateway.
 */
export function createSearch(store: Store) {
  const searches = new Limiter({ perKey: 1, maxPresent: 64, maxWaitMs: 30_000, stallMs: 8000, total: 4 });

  return async function search(
    work: Work,
    scope: Scope,
    filter: CaseFilter,
    q: string,
    bounds: { limit: number; after: PageEnd | null },
  ): Promise<string[]> {
    const folded = foldForSearch(q);
    if (folded === '') throw nothingToSearch();
    const permit = await work.releaseDuring(() => searches.acquire(scope.organizationId));
    try {
      return await searchCases(store, scope, filter, folded, bounds);
    } finally {
      permit.release();
    }
  };
}

function nothingToSearch() {
  const message = 'Must contain more than spaces, punctuation and accents.';
  return invalidRequest([{ path: 'q', code: 'blank', message }]);
}

import { maxPageBytes } from '@evict/contract';
import { type CaseJson, largeCaseBytes, listCases, type PageEnd, type Scope } from '@evict/store/cases';
import type { Store } from '@evict/store/database';

export interface CasePage {
  /** Reads the cases, newest first; a large one comes alone and without its facts. */
  batches: () => AsyncIterable<CaseJson[]>;
  /** Once they have been read: where the page ended; null where no case comes after it. */
  end(): PageEnd | null;
}

/**
 * One page of cases: it ends at `limit` of them or at `maxPageBytes`, whichever comes first, and has at least one where
 * there is one. A page of ordinary cases is one query.
 */
export function readCasePage(
  store: Store,
  scope: Scope,
  { limit, after }: { limit: number; after: PageEnd | null },
): CasePage {
  let end: PageEnd | null = null;

  async function* batches(): AsyncGenerator<CaseJson[], void, undefined> {
    end = null;
    let last = after;
    let left = limit;
    let bytesLeft = maxPageBytes;
    for (;;) {
      const maxBytes = Math.min(largeCaseBytes, bytesLeft);
      const { items, bytes, more } = await listCases(store, scope, { limit: left, after: last, maxBytes });
      const newest = items.at(-1);
      if (!newest) return;
      const isFirst = left === limit;
      if (bytes > bytesLeft && !isFirst) {
        end = last;
        return;
      }
      last = newest;
      left -= items.length;
      bytesLeft -= bytes;
      yield items;
      if (!more || left === 0 || bytesLeft <= 0) {
        end = more ? last : null;
        return;
      }
    }
  }

  return { batches, end: () => end };
}

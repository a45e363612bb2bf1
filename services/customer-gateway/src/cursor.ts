import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '@evict/contract';
import { deriveKeys } from '@evict/credentials/secret-box';
import type { CaseFilter, PageEnd, Scope } from '@evict/store/cases';

/** The list that a cursor is bound to. The cursor is refused for any other list, filter, organization or mode. */
export interface Listing {
  scope: Scope;
  list: 'cases' | 'events' | 'deliveries' | 'audit' | 'import rows' | 'inbox';
  /** The filter as a string. Empty for the whole list. */
  filter: string;
}

/**
 * Creates cursors that are signed with the newest secret key and verified with any of them, so altered cursors are
 * rejected.
 */
export function createCursors(secretKeys: readonly string[]) {
  const keys = deriveKeys(secretKeys, 'page cursor');
  const sealsOf = ({ scope: { organizationId, mode }, list, filter }: Listing, end: string) => {
    const sealed = JSON.stringify([organizationId, mode, list, filter, end]);
    return keys.map((key) => createHmac('sha256', key).update(sealed).digest().subarray(0, sealBytes));
  };

  return {
    /** Returns an opaque cursor for the position where a page ended. */
    encode: (listing: Listing, end: string) =>
      Buffer.concat([...sealsOf(listing, end).slice(0, 1), Buffer.from(end)]).toString('base64url'),
    /** Returns the position in a cursor. Throws 400 for anything that `encode` didn't make for this list. */
    decode(listing: Listing, cursor: string): string {
      const bytes = Buffer.from(cursor, 'base64url');
      const end = bytes.toString('utf8', sealBytes);
      const isSealedBy = (seal: Buffer) => timingSafeEqual(bytes.subarray(0, sealBytes), seal);
      const isOwn = bytes.length > sealBytes && sealsOf(listing, end).some(isSealedBy);
      // Compare the strings too, because several base64 strings decode to the same bytes.
      if (!isOwn || bytes.toString('base64url') !== cursor) throw notACursor();
      return end;
    },
  };
}

/**
 * Describes the list of the cases that match a scope, filter and search text. The cursors of the list are bound to
 * these, but don't contain them.
 */
export function listingOfCases(scope: Scope, filter: CaseFilter, q?: string): Listing {
  const { states, ground, updatedSince, reference, byChange } = filter;
  return { scope, list: 'cases', filter: JSON.stringify([states, ground, updatedSince, reference, q, byChange]) };
}

/** Encodes the end of a page that is sorted by time, for a cursor. */
export function endText({ at, id }: PageEnd): string {
  return `${at.getTime()}.${id}`;
}

/** Parses a string that `endText` encoded. */
export function parseEnd(text: string): PageEnd {
  const [time = '', id = ''] = text.split('.');
  return { at: new Date(Number(time)), id };
}

const sealBytes = 16;

function notACursor() {
  const message = 'Must be a nextCursor of this list under the same filters.';
  return invalidRequest([{ path: 'cursor', code: 'cursor', message }]);
}

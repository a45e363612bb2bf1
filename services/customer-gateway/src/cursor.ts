import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '@evict/contract';
import type { CaseFilter, PageEnd, Scope } from '@evict/store/cases';

/** The list that a page belongs to. */
type CaseList = Scope & { filter: CaseFilter; q?: string | undefined };

export interface Cursors {
  /** An opaque cursor: where a page ended, for its organization, mode and filter alone. Does not contain the filter. */
  encode(list: CaseList, end: PageEnd): string;
  /** Throws 400 for anything that `encode` did not make for this list. */
  decode(list: CaseList, cursor: string): PageEnd;
}

/** Cursors authenticated with the service's secret key: an altered one is rejected. */
export function createCursors(secretKey: string): Cursors {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'page cursor', 32));
  const seal = ({ organizationId, mode, filter, q }: CaseList, end: string) => {
    const { states, ground, updatedSince, reference } = filter;
    const list = JSON.stringify([organizationId, mode, states, ground, updatedSince, reference, q]);
    return createHmac('sha256', key).update(`${list} ${end}`).digest().subarray(0, sealBytes);
  };

  return {
    encode(list, { createdAt, id }) {
      const end = `${createdAt.getTime()}.${id}`;
      return Buffer.concat([seal(list, end), Buffer.from(end)]).toString('base64url');
    },
    decode(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const end = bytes.toString('utf8', sealBytes);
      const isOwn = bytes.length > sealBytes && timingSafeEqual(bytes.subarray(0, sealBytes), seal(list, end));
      // Several base64 texts decode to the same bytes.
      if (!isOwn || bytes.toString('base64url') !== cursor) throw notACursor();
      const [time = '', id = ''] = end.split('.');
      return { createdAt: new Date(Number(time)), id };
    },
  };
}

const sealBytes = 16;

function notACursor() {
  return invalidRequest([{ path: 'cursor', code: 'cursor', message: 'Must be a nextCursor as it was answered.' }]);
}

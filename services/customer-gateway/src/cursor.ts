import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '@evict/contract';
import type { PageEnd, Scope } from '@evict/store/cases';

export interface Cursors {
  /** An opaque cursor: where a page ended, for its organization and mode alone. */
  encode(scope: Scope, end: PageEnd): string;
  /** Throws 400 for anything that `encode` did not make for this scope. */
  decode(scope: Scope, cursor: string): PageEnd;
}

/** Cursors authenticated with the service's secret key: an altered one is rejected. */
export function createCursors(secretKey: string): Cursors {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'page cursor', 32));
  const seal = ({ organizationId, mode }: Scope, end: string) =>
    createHmac('sha256', key).update(`${organizationId} ${mode} ${end}`).digest().subarray(0, sealBytes);

  return {
    encode(scope, { createdAt, id }) {
      const end = `${createdAt.getTime()}.${id}`;
      return Buffer.concat([seal(scope, end), Buffer.from(end)]).toString('base64url');
    },
    decode(scope, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const end = bytes.toString('utf8', sealBytes);
      const isOwn = bytes.length > sealBytes && timingSafeEqual(bytes.subarray(0, sealBytes), seal(scope, end));
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

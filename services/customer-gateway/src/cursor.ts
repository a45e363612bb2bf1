import { createHash } from 'node:crypto';
import { invalidRequest } from '@evict/contract';
import type { PageEnd, Scope } from '@evict/store';

/** An opaque cursor: where a page ended. It is bound to its organization and mode, and one that was altered is noticed. */
export function encodeCursor(scope: Scope, { createdAt, id }: PageEnd): string {
  const end = `${createdAt.getTime()}.${id}`;
  return Buffer.from(`${end}.${checksum(scope, end)}`).toString('base64url');
}

/** Throws 400 for anything that `encodeCursor` did not make for this scope. */
export function decodeCursor(scope: Scope, cursor: string): PageEnd {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [time = '', id = '', check] = text.split('.');
  if (check !== checksum(scope, `${time}.${id}`)) {
    throw invalidRequest([{ path: 'cursor', code: 'cursor', message: 'Must be a nextCursor as it was answered.' }]);
  }
  return { createdAt: new Date(Number(time)), id };
}

function checksum({ organizationId, mode }: Scope, end: string): string {
  return createHash('sha256').update(`${organizationId} ${mode} ${end}`).digest('base64url').slice(0, 16);
}

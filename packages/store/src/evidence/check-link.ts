import { type ChainedEvent, detailHash, linkHash, type Place, readEvent } from './chain.ts';
import type { LinkRow } from './chain-rows.ts';

/** What a link and its row turned out to be. */
export type Checked =
  | { ok: true; kind: 'event' | 'erased_event' | 'read' | 'deleted_read' }
  | { ok: false; fault: string };

/** As long as the rows of reads are kept: see the table of retention. */
const readsKeptMs = 2557 * 24 * 60 * 60 * 1000;

interface Before {
  caseId: string;
  position: number;
  hash: string;
}

/** Holds a link against the one before and against its row, as of `now`. Faults are plain words. */
export function checkLink(row: LinkRow, before: Before, now: Date): Checked {
  const { position, eventId, action } = row;
  const expected = before.position + 1;
  if (position !== expected) return wrong(`event ${expected} is missing: the next one is ${position}`);
  const name = `event ${position} (${row.isEvent ? `${action}, ` : ''}${eventId})`;
  if (row.previousHash !== before.hash) return wrong(`${name} does not follow event ${before.position}`);
  const place = { caseId: before.caseId, id: eventId, position, previousHash: row.previousHash };
  if (row.isEvent) {
    if (linkHash(row, { ...place, createdAt: row.createdAt, detailHash: row.detailHash }) !== row.hash) {
      return wrong(`${name} is not what was recorded`);
    }
    if (detailHash(row.salt, row.detail) === row.detailHash) return { ok: true, kind: 'event' };
    return row.salt === null
      ? { ok: true, kind: 'erased_event' }
      : wrong(`the detail of ${name} is not what was recorded`);
  }
  const isOfRead = (createdAt: Date) => isLinked(readEvent, { ...place, createdAt, detailHash: row.detailHash }, row);
  if (row.isRead) {
    const isSame = isOfRead(row.readAt) && detailHash(null, row.reader) === row.detailHash;
    return isSame ? { ok: true, kind: 'read' } : wrong(`${name}, a read, is not what was recorded`);
  }
  const isDue = now.getTime() - row.linkedAt.getTime() >= readsKeptMs;
  return isDue && isOfRead(row.linkedAt) ? { ok: true, kind: 'deleted_read' } : wrong(`the row of ${name} is gone`);
}

function isLinked(event: ChainedEvent, place: Place, { hash }: LinkRow): boolean {
  return linkHash(event, place) === hash;
}

function wrong(fault: string): Checked {
  return { ok: false, fault };
}

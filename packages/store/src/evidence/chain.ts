import type { LinkRow } from './chain-rows.ts';
import { createHash } from 'node:crypto';
import { tableRetention } from '../retention/table.ts';
import { canonicalJson } from './canonical-json.ts';

/** The hash before the first link: 32 zero bytes, in hex. */
export const beforeFirst = '0'.repeat(64);

/** What an event says and erasure leaves. */
interface ChainedEvent {
  action: string;
  actorType: string | null;
  fromState: string | null;
  toState: string | null;
  sequence: number | null;
  commandId: string | null;
  internal: boolean;
}

/** The place of an event in the chain of its case. Hashes are lower-case hex. */
interface Place {
  caseId: string;
  id: string;
  createdAt: Date;
  position: number;
  detailHash: string;
  previousHash: string;
}

/**
 * The hash of a link: SHA-256 of the canonical JSON of the event and its place, which has the hash of the link before.
 * The database computes the same (`"addLink"`).
 */
function linkHash(event: ChainedEvent, { createdAt, ...place }: Place): string {
  const { action, actorType, fromState, toState, sequence, commandId, internal } = event;
  const said = { action, actorType, fromState, toState, sequence, commandId, internal };
  return sha256(canonicalJson({ ...said, ...place, createdAt: createdAt.toISOString() }));
}

/** SHA-256 of the salt and the canonical JSON of a detail; a read has no salt. */
function detailHash(salt: string | null, detail: unknown): string {
  return sha256((salt ?? '') + canonicalJson(detail ?? null));
}

/** An audited read as the chain has it. Who read what is its detail, because its row is deleted before its link. */
const readEvent: Omit<ChainedEvent, 'action'> = {
  actorType: null,
  fromState: null,
  toState: null,
  sequence: null,
  commandId: null,
  internal: true,
};

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What a link and its row turned out to be. */
export type Checked =
  | { ok: true; kind: 'event' | 'erased_event' | 'read' | 'deleted_read' }
  | { ok: false; fault: string };

/** As long as the rows of reads are kept. */
const readsKeptMs = tableRetention.TenantDataView.rules.old.days * 24 * 60 * 60 * 1000;

interface Before {
  caseId: string;
  position: number;
  hash: string;
}

/** Compares a link with the one before and with its row, as of `now`. Faults are plain words. */
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
  // The chain of an organization is that of its audit.
  const read = { ...readEvent, action: before.caseId.startsWith('org_') ? 'audit_recorded' : 'tenant_data_viewed' };
  const isOfRead = (createdAt: Date) =>
    linkHash(read, { ...place, createdAt, detailHash: row.detailHash }) === row.hash;
  if (row.isRead) {
    const isSame = isOfRead(row.readAt) && detailHash(null, row.reader) === row.detailHash;
    return isSame ? { ok: true, kind: 'read' } : wrong(`${name}, a read, is not what was recorded`);
  }
  const isDue = now.getTime() - row.linkedAt.getTime() >= readsKeptMs;
  return isDue && isOfRead(row.linkedAt) ? { ok: true, kind: 'deleted_read' } : wrong(`the row of ${name} is gone`);
}

function wrong(fault: string): Checked {
  return { ok: false, fault };
}

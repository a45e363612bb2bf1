import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** The hash before the first link: 32 zero bytes, in hex. */
export const beforeFirst = '0'.repeat(64);

/** What an event says and erasure leaves. */
export interface ChainedEvent {
  action: string;
  actorType: string | null;
  fromState: string | null;
  toState: string | null;
  sequence: number | null;
  commandId: string | null;
  internal: boolean;
}

/** The place of an event in the chain of its case. Hashes are lower-case hex. */
export interface Place {
  caseId: string;
  id: string;
  createdAt: Date;
  position: number;
  detailHash: string;
  previousHash: string;
}

/**
 * The hash of a link: SHA-256 of the canonical JSON of the event and its place, which has the hash of the link before.
 * The database computes the same (`"appendToChain"`).
 */
export function linkHash(event: ChainedEvent, { createdAt, ...place }: Place): string {
  const { action, actorType, fromState, toState, sequence, commandId, internal } = event;
  const said = { action, actorType, fromState, toState, sequence, commandId, internal };
  return sha256(canonicalJson({ ...said, ...place, createdAt: createdAt.toISOString() }));
}

/** SHA-256 of the salt and the canonical JSON of a detail; a read has no salt. */
export function detailHash(salt: string | null, detail: unknown): string {
  return sha256((salt ?? '') + canonicalJson(detail ?? null));
}

/** An audited read as the chain has it. Who read what is its detail, because its row is deleted before its link. */
export const readEvent: ChainedEvent = {
  action: 'tenant_data_viewed',
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

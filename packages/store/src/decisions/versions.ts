import type { CaseRecord } from '@evict/case-model';

/** Functions that convert a record to the next version. `upcasters[0]` converts version 1. */
export type Upcasters = readonly ((record: Readonly<Record<string, unknown>>) => Record<string, unknown>)[];

/** Append an upcaster whenever the record's shape changes. That adds a version. */
const upcasters: Upcasters = [];

/** Converts a stored record to the shape of this release. Throws if a later release wrote it. */
export function currentRecord(stored: object, known: Upcasters = upcasters): CaseRecord {
  const { version, ...fields } = stored as Record<string, unknown> & { version: number };
  if (version > versionOf(known)) throw new Error('a later release wrote this record');
  const record = known.slice(version - 1).reduce((older, upcast) => upcast(older), fields as Record<string, unknown>);
  return record as unknown as CaseRecord;
}

/**
 * Converts a stored record for readers. A record that a later release wrote is returned unchanged, so that readers can
 * show at least part of it. Returns null if there is no record.
 */
export function readRecord(stored: unknown): CaseRecord | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const isLater = (stored as { version: number }).version > versionOf(upcasters);
  return isLater ? (stored as CaseRecord) : currentRecord(stored);
}

/** Adds this release's version to a record, so that it can be stored. */
export function storedRecord(record: CaseRecord, known: Upcasters = upcasters): CaseRecord & { version: number } {
  return { ...record, version: versionOf(known) };
}

function versionOf({ length }: Upcasters): number {
  return length + 1;
}

import type { CaseRecord } from '@evict/case-model';

/** How the records of a version become those of the next one: `upcasters[0]` those of version 1. */
export type Upcasters = readonly ((record: Readonly<Record<string, unknown>>) => Record<string, unknown>)[];

/** A change of the shape of records adds one at the end, and so a version. */
const upcasters: Upcasters = [];

/** A record as it was stored, in the shape of this release. Throws for one that a later release has written. */
export function currentRecord(stored: object, known: Upcasters = upcasters): CaseRecord {
  const { version, ...fields } = stored as Record<string, unknown> & { version: number };
  if (version > versionOf(known)) throw new Error('a later release wrote this record');
  const record = known.slice(version - 1).reduce((older, upcast) => upcast(older), fields as Record<string, unknown>);
  return record as unknown as CaseRecord;
}

/** For readers, who have to show something of one that a later release has written, too. */
export function readRecord(stored: unknown): CaseRecord | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const isLater = (stored as { version: number }).version > versionOf(upcasters);
  return isLater ? (stored as CaseRecord) : currentRecord(stored);
}

/** A record as this release stores it. */
export function storedRecord(record: CaseRecord, known: Upcasters = upcasters): CaseRecord & { version: number } {
  return { ...record, version: versionOf(known) };
}

function versionOf({ length }: Upcasters): number {
  return length + 1;
}

import type { CaseRecord } from '@evict/case-model';

/** The version of the records that this release writes. A change of their shape raises it and adds an upcaster. */
export const recordVersion = 1;

/** By version, how its records become those of the next one. */
const upcasters: Readonly<Record<number, (record: Readonly<Record<string, unknown>>) => Record<string, unknown>>> = {};

/** A record as it was stored, in the shape of this release. Throws for one that a later release has written. */
export function currentRecord(stored: CaseRecord): CaseRecord {
  let record: Record<string, unknown> = { ...stored };
  for (let version = Number(record['version'] ?? recordVersion); version < recordVersion; version += 1) {
    const upcast = upcasters[version];
    if (!upcast) throw new Error(`no way from version ${version} of a case's record`);
    record = upcast(record);
  }
  if (Number(record['version'] ?? recordVersion) > recordVersion) throw new Error('a later release wrote this record');
  const { version: _version, ...current } = record;
  return current as unknown as CaseRecord;
}

/** A record as it is stored. */
export function storedRecord(record: CaseRecord): CaseRecord & { version: number } {
  return { ...record, version: recordVersion };
}

import { newCase } from '@evict/case-model';
import { describe, expect, test } from 'vitest';
import { currentRecord, storedRecord, type Upcasters } from './versions.ts';

const record = newCase({ caseId: 'case_1', organizationId: 'org_1', mode: 'live' }, 1000);

/** The upcasters of two later releases: the first renames a field, and the second turns it into a list. */
const upcasters: Upcasters = [
  ({ courtCaseNumber, ...rest }) => ({ ...rest, docket: courtCaseNumber }),
  ({ docket, ...rest }) => ({ ...rest, dockets: docket === null ? [] : [docket] }),
];

describe('a record', () => {
  test('is read unchanged if this release stored it', () => {
    expect(currentRecord(storedRecord(record))).toEqual(record);
  });

  test.each([
    ['two versions old', { version: 1, courtCaseNumber: 'D-1' }],
    ['one version old', { version: 2, docket: 'D-1' }],
    ['of the current version', { version: 3, dockets: ['D-1'] }],
  ])('%s is converted to the shape of this release', (_which, stored) => {
    expect(currentRecord({ state: 'draft', ...stored }, upcasters)).toEqual({ state: 'draft', dockets: ['D-1'] });
  });

  test("isn't read if a later release stored it", () => {
    const later = storedRecord(record, upcasters);
    expect(later.version).toBe(3);
    expect(() => currentRecord(later)).toThrow('a later release wrote this record');
  });
});

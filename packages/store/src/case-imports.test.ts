import type { CaseFacts } from '@evict/case-model';
import { expect, test } from 'vitest';
import { endOfBatch, updatedFacts } from './case-imports.ts';

const before: CaseFacts = {
  ground: 'nonpayment',
  entryPoint: 'notice',
  property: { line1: '1 Main St', city: 'A', county: 'B', state: 'ZZ', zip: '00001', ownerOfRecord: 'Owner LLC' },
  parties: [
    { role: 'plaintiff', name: 'Owner LLC', isEntity: true },
    { role: 'defendant', name: 'Terry' },
  ],
  lease: { startDate: '2025-01-01', endDate: '2026-01-01' },
  attestations: { authority: true, servicemember: 'no' },
  freeText: 'Kept.',
};

test("importing a row into a draft keeps the facts that the row doesn't contain, including nested ones", () => {
  const { county: _county, ...property } = before.property;
  const row: CaseFacts = {
    ground: 'nonpayment',
    entryPoint: 'notice',
    property: { ...property, line1: '2 Main St' },
    parties: [
      { role: 'plaintiff', name: 'Owner LLC' },
      { role: 'defendant', name: 'Robin' },
    ],
    lease: { startDate: '2025-02-01' },
    attestations: {},
  };
  expect(updatedFacts(before, row)).toEqual({
    ...before,
    property: { ...before.property, line1: '2 Main St' },
    parties: [before.parties[0], { role: 'defendant', name: 'Robin' }],
    lease: { startDate: '2025-02-01', endDate: '2026-01-01' },
  });
  expect(updatedFacts(before, { ...before, attestations: { authority: false } }).attestations).toEqual({
    authority: false,
    servicemember: 'no',
  });
});

test('imported rows are split into SQL statements of at most 200 rows and one megabyte, unless a single row is longer', () => {
  const lengths = [...Array<number>(450).fill(10), ...Array<number>(50).fill(120_000), 3_000_000, 3_000_000, 1];
  const rows = lengths.map((length) => Buffer.alloc(length));
  const batches: number[][] = [];
  for (let from = 0, end = 0; from < rows.length; from = end) {
    end = endOfBatch(rows, from);
    batches.push(lengths.slice(from, end));
  }
  expect(batches.flat()).toEqual(lengths);
  const sizes = batches.map((batch) => [batch.length, batch.reduce((sum, length) => sum + length)]);
  expect(sizes).toEqual([
    [200, 2000],
    [200, 2000],
    [58, 960_500],
    ...Array.from({ length: 5 }, () => [8, 960_000]),
    [2, 240_000],
    [1, 3_000_000],
    [1, 3_000_000],
    [1, 1],
  ]);
});

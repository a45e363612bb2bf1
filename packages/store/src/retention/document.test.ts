import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { deletionRules } from './delete-due.ts';
import { retentionDocument } from './document.ts';
import { tableRetention } from './table.ts';

test('docs/retention.md matches the retention that the code applies', async () => {
  await expect(retentionDocument()).toMatchFileSnapshot('../../../../docs/retention.md');
});

test('every database table has a retention entry, and every entry has a table', async () => {
  const schema = await readFile(new URL('../../../../prisma/schema.prisma', import.meta.url), 'utf8');
  const tables = [...schema.matchAll(/^model (\w+) \{/gmu)].map(([, name = '']) => name);
  expect(new Set(Object.keys(tableRetention))).toEqual(new Set(tables));
});

test('every retention entry has rules or says when its rows are deleted, and no rule appears twice', () => {
  const silent = Object.entries(tableRetention).filter(([, row]) => !('rules' in row) && !('deleted' in row));
  expect(silent).toEqual([]);
  expect(new Set(deletionRules.map(({ table, rule }) => `${table} ${rule}`)).size).toBe(deletionRules.length);
});

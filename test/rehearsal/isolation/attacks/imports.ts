import { bodyLimits, jsonLimits, maxImportRows } from '@evict/contract';
import { buildFacts } from '../../../e2e/support/facts.ts';
import { again, json } from '../../support/requests.ts';
import { type Attacks, withEach } from './attack.ts';

/** Returns a portfolio with as many rows as one import accepts. */
function portfolio(linesPerRow: number, memo: string): Buffer {
  const { ledger = [], ...facts } = buildFacts();
  const lines = Array.from({ length: linesPerRow }, () => ({ ...ledger[0], memo }));
  const rows = Array.from({ length: maxImportRows }, (_, row) => ({ ...facts, ledger: lines, reference: `R${row}` }));
  return json({ rows });
}

/**
 * Returns as many rows as fit into a body. Each row is a list of as many parts as the limit on values allows.
 * `valuesOfPart` is the number of values in each part.
 */
function listsOf(valuesOfPart: number, part: (index: number) => string): Buffer {
  const parts = Math.floor((jsonLimits.values - 1) / valuesOfPart);
  const rows: string[] = [];
  let left = bodyLimits.caseImport - 100;
  for (let index = 0; ; index += parts) {
    const row = `[${Array.from({ length: parts }, (_, at) => part(index + at)).join(',')}]`;
    left -= row.length + 1;
    if (left < 0) return Buffer.from(`{"rows":[${rows.join(',')}]}`);
    rows.push(row);
  }
}

/** Bodies of 20 MB. */
const shapes: Record<string, () => Buffer> = {
  'long memos': () => portfolio(12, 'Late fee '.repeat(24)),
  'long ledgers': () => portfolio(44, 'Rent'),
  'empty objects': () => Buffer.from(`{"rows":[${'{},'.repeat(bodyLimits.caseImport / 3 - 10)}{}]}`),
  'rows of empty objects': () => listsOf(1, () => '{}'),
  'rows of objects whose fields all differ': () => listsOf(3, (index) => `{"k${index}":0}`),
};

export const imports: Attacks = withEach(
  shapes,
  '20 MB: imports of',
  (shape) =>
    async ({ request }) =>
      again(4, request('POST', '/v1/case-imports', { body: shape() })),
);

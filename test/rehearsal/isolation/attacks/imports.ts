import { maxImportRows } from '@evict/contract';
import { buildFacts } from '../../../e2e/support/facts.ts';
import { again, json } from '../../support/requests.ts';
import type { Attacks } from './attack.ts';

/** A portfolio as large as one import takes. */
function portfolio(memo: string): Buffer {
  const { ledger = [], ...facts } = buildFacts();
  const lines = Array.from({ length: 12 }, () => ({ ...ledger[0], memo }));
  const rows = Array.from({ length: maxImportRows }, (_, row) => ({ ...facts, ledger: lines, reference: `R${row}` }));
  return json({ rows });
}

export const imports: Attacks = {
  'imports of 5,000 rows, again and again': async ({ request }) =>
    again(4, request('POST', '/v1/case-imports', { body: portfolio('Rent') })),
  '20 MB: an import of empty objects': async ({ request }) => {
    const body = Buffer.from(`{"rows":[${'{},'.repeat((20 * 1024 * 1024) / 3 - 10)}{}]}`);
    return again(4, request('POST', '/v1/case-imports', { body }));
  },
};

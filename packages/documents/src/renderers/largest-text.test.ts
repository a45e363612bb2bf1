import { type CaseFacts, evaluateGates, gateDates } from '@evict/case-model';
import { afterAll, expect, test, vi } from 'vitest';
import { buildFacts, buildLedger, buildRequest } from '../../test/build-request.ts';
import { buildSummary } from '../../test/build-summary.ts';
import type { RenderJob } from './renderer.ts';
import { RenderPool } from './render-pool.ts';

// What the gate lets through is rendered within the limits: the largest of each kind, in a renderer with real limits.

vi.setConfig({ testTimeout: 300_000 });
const pool = new RenderPool({ size: 1 });
afterAll(() => pool.close());

/** Amounts as wide as they can be leave the narrowest column to the memos. */
const widest = Number.MAX_SAFE_INTEGER;

test.each<[what: string, memo: (index: number) => string]>([
  [
    '500 Latin letters in each of 1000 memos',
    () => 'Rent for June, with the key to the cellar. '.repeat(12).slice(0, 500),
  ],
  ['500 ideographs in each of 1000 memos', () => '漢'.repeat(500)],
  ['one joined word of 500 letters in each of 1000 memos', (index) => joinedWord(index)],
  ['as many lines as may be, of three scripts', () => 'a漢شa漢\n'.repeat(43)],
  ['as many invisible characters as may be', () => '\u202e'.repeat(95)],
])('the summary of a live case with %s passes its gate and is rendered', async (_, memo) => {
  const facts = withMemos('MD', memo);
  expect(printableText('live', facts)).toBeUndefined();
  expect((await render({ kind: 'summary', request: buildSummary({ facts }) })).length).toBeGreaterThan(1_000_000);
});

test('the papers of a test case with 500 of the widest letters in each of 1000 memos are rendered', async () => {
  const facts = withMemos('ZZ', () => 'Ⅷ'.repeat(500));
  expect(printableText('test', facts)).toBeUndefined();
  const request = buildRequest('zz.complaint.v1', { facts });
  expect((await render({ kind: 'document', request })).length).toBeGreaterThan(1_000_000);
});

function withMemos(state: string, memo: (index: number) => string): CaseFacts {
  const ledger = buildLedger(1000).map((entry, index) => ({ ...entry, amountCents: widest, memo: memo(index) }));
  return buildFacts({ ledger, property: { ...buildFacts().property, state } });
}

function printableText(mode: 'live' | 'test', facts: CaseFacts) {
  const today = gateDates(mode, Date.parse('2026-07-02T12:00:00.000Z'));
  const { results } = evaluateGates({ mode, facts, documentPurposes: [], today });
  return results.find(({ gate }) => gate === 'printable_text');
}

/** Letters in an order that hardly repeats, so that no shape of them is known from before. */
function joinedWord(index: number): string {
  let number = index * 7919 + 1;
  return Array.from({ length: 500 }, () => {
    number = (number * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x0628 + (number % 7));
  }).join('');
}

function render(job: RenderJob): Promise<Buffer> {
  return pool.use({ organizationId: 'one' }, (one) => one(job));
}

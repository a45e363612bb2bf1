import { evaluateGates, gateDates } from '@evict/case-model';
import type { RenderJob } from '../src/renderers/renderer.ts';
import { buildFacts, buildLedger, buildRequest } from './build-request.ts';
import { buildSummary } from './build-summary.ts';

/** The largest text of one kind that the gate allows, as the memo of each of a ledger's 1000 entries. */
interface Largest {
  memo: (index: number) => string;
  mode: 'live' | 'test';
}

/** Amounts as wide as possible leave the narrowest column for the memos. */
const widest = Number.MAX_SAFE_INTEGER;

export const largest = {
  'Latin letters': {
    memo: () => 'Rent for June, with the key to the cellar. '.repeat(12).slice(0, 500),
    mode: 'live',
  },
  'words of 500 joined letters': { memo: joiningWord, mode: 'live' },
  ideographs: { memo: () => '漢'.repeat(500), mode: 'live' },
  'the maximum number of lines, in three scripts': { memo: () => 'a漢شa漢\n'.repeat(43), mode: 'live' },
  'the maximum number of invisible characters': { memo: () => '\u202e'.repeat(95), mode: 'live' },
  'the widest letters in the papers of a test case': { memo: () => 'Ⅷ'.repeat(500), mode: 'test' },
} satisfies Record<string, Largest>;

export function largestJob({ memo, mode }: Largest): RenderJob {
  const ledger = buildLedger(1000).map((entry, index) => ({ ...entry, amountCents: widest, memo: memo(index) }));
  const facts = buildFacts({ ledger, property: { ...buildFacts().property, state: mode === 'live' ? 'MD' : 'ZZ' } });
  return mode === 'live'
    ? { kind: 'summary', request: buildSummary({ facts }) }
    : { kind: 'document', request: buildRequest('zz.complaint.v1', { facts }) };
}

/** Returns why the gate refuses the text, or undefined if it allows it. */
export function objectionTo(one: Largest): string | undefined {
  const today = gateDates(one.mode, Date.parse('2026-07-02T12:00:00.000Z'));
  const { facts } = largestJob(one).request;
  const { results } = evaluateGates({ mode: one.mode, facts, documentPurposes: [], today });
  return results.find(({ gate }) => gate === 'printable_text')?.reason;
}

/** Returns letters in an order that hardly ever repeats, so no shape is in the cache. */
function joiningWord(index: number): string {
  let number = index * 7919 + 1;
  return Array.from({ length: 500 }, () => {
    number = (number * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x0628 + (number % 7));
  }).join('');
}

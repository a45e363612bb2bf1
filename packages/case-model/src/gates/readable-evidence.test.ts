import { expect, test } from 'vitest';
import { buildFacts, buildInput, resultOf } from '../../test/drafts.ts';
import { judgeDraft } from './evaluate.ts';

const facts = buildFacts('nonpayment');

test("readable_evidence isn't listed if every upload can be opened", () => {
  expect(resultOf('readable_evidence', buildInput(facts))).toBeUndefined();
  expect(resultOf('readable_evidence', buildInput(facts, { lockedFiles: [] }))).toBeUndefined();
});

test('readable_evidence warns about each PDF that needs a password, and the draft still passes', () => {
  const upload = (needsPassword: boolean) => ({ purpose: 'other', filename: 'lease.pdf', needsPassword }) as const;
  const uploads = [upload(false), upload(true), { purpose: 'other', filename: 'old.pdf' } as const, upload(true)];
  const { passed, results } = judgeDraft({ mode: 'test', facts, uploads }, Date.UTC(2026, 6, 2));
  expect(passed).toBe(true);
  expect(results.at(-1)).toEqual({
    gate: 'readable_evidence',
    status: 'warn',
    reason: 'No one can open documents[1], documents[3] without a password. Upload a PDF that has none.',
  });
});

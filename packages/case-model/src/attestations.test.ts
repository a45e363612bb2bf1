import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { attest, attestationTexts } from './attestations.ts';

test("each answer is recorded with its text, and missing answers aren't recorded", () => {
  expect(attest({ authority: true, subsidized: false, servicemember: 'unknown' })).toEqual({
    version: '1',
    statements: [
      { name: 'authority', text: attestationTexts['1'].authority, answer: true },
      { name: 'subsidized', text: attestationTexts['1'].subsidized, answer: false },
      { name: 'servicemember', text: attestationTexts['1'].servicemember, answer: 'unknown' },
    ],
  });
});

/** A changed wording is a new version, and gets a line of its own here. */
const hashes: Record<keyof typeof attestationTexts, string> = { '1': '4d71827540f39ac3' };

test.each(Object.entries(attestationTexts))('the texts of version %s are unchanged', (version, texts) => {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  expect(hashes[version as keyof typeof hashes]).toBe(hash);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { attest, attestationTexts } from './attestations.ts';

test("each answer is recorded with the wording of its statement, and missing answers aren't recorded", () => {
  expect(attest({ authority: true, subsidized: false, servicemember: 'unknown' })).toEqual({
    version: '1',
    statements: [
      { name: 'authority', text: attestationTexts['1'].authority, answer: true },
      { name: 'subsidized', text: attestationTexts['1'].subsidized, answer: false },
      { name: 'servicemember', text: attestationTexts['1'].servicemember, answer: 'unknown' },
    ],
  });
});

/** The hash of each version. Changed wording needs a new version and a new line here. */
const hashes: Record<keyof typeof attestationTexts, string> = { '1': '4d71827540f39ac3' };

test.each(Object.entries(attestationTexts))('the attestation wording of version %s is unchanged', (version, texts) => {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  expect(hashes[version as keyof typeof hashes]).toBe(hash);
});

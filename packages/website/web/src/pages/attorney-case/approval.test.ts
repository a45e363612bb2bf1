import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { approvalStatement, approvalStatements } from './approval.ts';

test('the approval statement gives the number of documents and what they are approved for', () => {
  expect(approvalStatement(3, 'notice')).toBe(
    'I reviewed these 3 documents exactly as shown here, and I approve them for service.',
  );
  expect(approvalStatement(1, 'filing')).toBe(
    'I reviewed this document exactly as shown here, and I approve it for filing.',
  );
});

/** Changed wording fails here. Add it as a new version with its hash instead. */
const hashes: Record<keyof typeof approvalStatements, string> = { '1': '74f743d0fe3f2af2', '2': '6b8b1aa392043cca' };

test.each(Object.entries(approvalStatements))('the approval wording of version %s is unchanged', (name, texts) => {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  expect(hash).toBe(hashes[name as keyof typeof hashes]);
});

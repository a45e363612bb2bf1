import { expect, test } from 'vitest';
import { limitsDocument } from './limits-document.ts';

test('the documented limits are those that are enforced', async () => {
  await expect(limitsDocument()).toMatchFileSnapshot('../../../docs/limits.md');
});

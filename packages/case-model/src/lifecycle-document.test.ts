import { expect, test } from 'vitest';
import { lifecycleDocument } from './lifecycle-document.ts';

test('the documented lifecycle is the one that decides', async () => {
  await expect(lifecycleDocument()).toMatchFileSnapshot('../../../docs/lifecycle.md');
});

import { expect, test } from 'vitest';
import { lifecycleDocument } from '../test/lifecycle-document.ts';

test('the documented lifecycle is the one that decides', async () => {
  await expect(lifecycleDocument()).toMatchFileSnapshot('../../../docs/lifecycle.md');
});

import { expect, test } from 'vitest';
import { lifecycleDocument } from '../test/lifecycle-document.ts';

test('the documented lifecycle is the implemented one', async () => {
  await expect(lifecycleDocument()).toMatchFileSnapshot('../../../docs/lifecycle.md');
});

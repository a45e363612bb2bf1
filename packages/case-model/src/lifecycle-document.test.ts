import { expect, test } from 'vitest';
import { lifecycleDocument } from '../test/lifecycle-document.ts';

test('docs/lifecycle.md matches the implemented lifecycle', async () => {
  await expect(lifecycleDocument()).toMatchFileSnapshot('../../../docs/lifecycle.md');
});

import { expect, test } from 'vitest';
import { errorsDocument } from './errors-document.ts';
import { limitsDocument } from './limits-document.ts';

test('the documented limits and errors are those of the tables', async () => {
  await expect(limitsDocument()).toMatchFileSnapshot('../../../docs/limits.md');
  await expect(errorsDocument()).toMatchFileSnapshot('../../../docs/errors.md');
});

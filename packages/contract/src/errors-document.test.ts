import { expect, test } from 'vitest';
import { errorsDocument } from './errors-document.ts';

test('the documented errors are those that the routes answer', async () => {
  await expect(errorsDocument()).toMatchFileSnapshot('../../../docs/errors.md');
});

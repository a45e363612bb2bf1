import { expect, test } from 'vitest';
import { errorsDocument } from './errors-document.ts';

test('the documented errors are those of the routes', async () => {
  await expect(errorsDocument()).toMatchFileSnapshot('../../../docs/errors.md');
});

import { expect, test } from 'vitest';
import { errorsDocument } from './errors-document.ts';

test('docs/errors.md lists the errors and limits of the tables', async () => {
  await expect(errorsDocument()).toMatchFileSnapshot('../../../docs/errors.md');
});

import { expect, test } from 'vitest';
import { errorsDocument } from './errors-document.ts';

test('docs/errors.md lists all errors and limits', async () => {
  await expect(errorsDocument()).toMatchFileSnapshot('../../../docs/errors.md');
});

import { readFile } from 'node:fs/promises';
import { openApiDocument } from '@evict/contract';
import { expect, test } from 'vitest';
import { generatedFile } from './generated-file.ts';
import { generatedSource } from './source.ts';

test('the committed client is that of the current description', async () => {
  const isCurrent = (await readFile(generatedFile, 'utf8')) === (await generatedSource(openApiDocument()));
  expect(isCurrent, 'The interface has changed: npm run client').toBe(true);
});

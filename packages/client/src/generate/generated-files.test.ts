import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { openApiDocument } from '@evict/contract';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.ts';

test.each(generatedFiles(openApiDocument()).map((file) => [basename(file.url.pathname), file] as const))(
  'the committed %s is that of the current description',
  async (_, { url, text }) => {
    const isCurrent = (await readFile(url, 'utf8')) === text;
    expect(isCurrent, 'The interface has changed: npm run client').toBe(true);
  },
);

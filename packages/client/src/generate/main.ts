/** `npm run client`: generates the parts of both clients that follow from the OpenAPI description. */
import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '@evict/contract';
import { generatedFiles } from './generated-files.ts';

for (const { url, text } of generatedFiles(openApiDocument())) await writeFile(url, text);

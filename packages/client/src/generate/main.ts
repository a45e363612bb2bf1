/** `npm run client`: generates the types and calls of the client from the OpenAPI description. */
import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '@evict/contract';
import { generatedFile } from './generated-file.ts';
import { generatedSource } from './source.ts';

await writeFile(generatedFile, await generatedSource(openApiDocument()));

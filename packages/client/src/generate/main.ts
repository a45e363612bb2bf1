/** `npm run client`: writes what the client takes from the description. */
import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '@evict/contract';
import { generatedFile } from './generated-file.ts';
import { generatedSource } from './source.ts';

await writeFile(generatedFile, await generatedSource(openApiDocument()));

import type { OpenApiDocument } from '@evict/contract';
import { modelOf } from './model.ts';
import { pythonFiles } from './python.ts';
import { typeScriptFiles } from './typescript.ts';

const typeScript = new URL('../generated/', import.meta.url);
const python = new URL('../../../client-python/src/eviction_case_client/generated/', import.meta.url);

/** The files that `npm run client` writes. They are committed, so that a change of the interface shows where it is reviewed. */
export function generatedFiles(description: OpenApiDocument): { url: URL; text: string }[] {
  const model = modelOf(description);
  const inFolder = (folder: URL, files: Record<string, string>) =>
    Object.entries(files).map(([name, text]) => ({ url: new URL(name, folder), text }));
  return [...inFolder(typeScript, typeScriptFiles(model)), ...inFolder(python, pythonFiles(model))];
}

import { documentsOf } from '@evict/jurisdictions';
import { expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { renderDocument } from './render.ts';
import { buildRequest } from '../test/build-request.ts';
import { papers } from '../test/papers.ts';
import { drawingHash } from '../test/read-pdf.ts';

const docs = new URL('../../../docs/', import.meta.url);
const read = (path: string) => readFile(new URL(path, docs));

test('every paper of the sandbox has a picture', () => {
  const { pack } = buildRequest('zz.summons.v1');
  const pictured = new Set(Object.values(papers).map(({ specId }) => specId));
  expect(pictured).toEqual(new Set(documentsOf(pack).map(({ id }) => id)));
});

// Also fails if a library upgrade changes the drawing, because the same facts must always give the same paper.
test('papers look like their pictures, which `npm run papers` draws', async () => {
  const drawn: unknown = JSON.parse((await read('images/papers/manifest.json')).toString());
  const today: Record<string, string> = {};
  for (const [name, request] of Object.entries(papers)) {
    today[name] = drawingHash(await renderDocument(request));
  }
  expect(drawn).toEqual(today);
});

test.each(Object.keys(papers))('docs/sandbox.md shows a picture of %s', async (name) => {
  const page = (await read('sandbox.md')).toString();
  expect(page).toContain(`(images/papers/${name}.png)`);
  const picture = await read(`images/papers/${name}.png`);
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.length).toBeLessThan(150_000);
});

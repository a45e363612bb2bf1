/**
 * `npm run scale -- [DIR]`: writes docs/scale.md anew, with the figures that `npm run bench` has left in that folder if
 * one is given: case-costs.json, open-cases.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { scaleDocument } from './document.ts';
import type { Measured } from './model.ts';
import { page, withGenerated } from './page.ts';

const file = new URL('measured.json', import.meta.url);
const [folder] = process.argv.slice(2);
const read = (path: URL | string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;
if (folder !== undefined) {
  const { samples } = read(resolve(folder, 'open-cases.json')) as Pick<Measured, 'samples'>;
  const measured: Measured = { costs: read(resolve(folder, 'case-costs.json')) as Measured['costs'], samples };
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
}
writeFileSync(page, withGenerated(readFileSync(page, 'utf8'), scaleDocument(read(file) as Measured)));

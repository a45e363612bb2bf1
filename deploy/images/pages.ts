/** Builds the website's pages into a folder: `node pages.ts <folder>`. */
import { resolve } from 'node:path';
import { buildPages } from '../../packages/website/src/build-pages.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node pages.ts <folder>');
await buildPages(resolve(folder));

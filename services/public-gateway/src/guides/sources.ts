import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMarkdown } from './markdown.ts';

const root = new URL('../../../../', import.meta.url);
const index = 'docs/README.md';

/** A group of guides as the index lists them. */
interface Group {
  title: string;
  guides: readonly { file: string; name: string }[];
}

/** The guides of the project. Paths are those of its files, from its folder on. */
export interface Sources {
  index: string;
  groups: readonly Group[];
  /** The decisions, in reading order. */
  decisions: readonly string[];
  pictures: readonly string[];
  readText: (file: string) => string;
  readBytes: (file: string) => Buffer;
}

/** Finds the guides: what docs/README.md lists, the decisions, and the pictures. */
export function findSources(): Sources {
  const readText = (file: string) => readFileSync(new URL(file, root), 'utf8');
  return {
    index,
    groups: groupsOf(readText(index)),
    decisions: filesOf('docs/adr', /^\d{4}-.+\.md$/),
    pictures: filesOf('docs/images', /\.(png|svg)$/),
    readText,
    readBytes: (file) => readFileSync(new URL(file, root)),
  };
}

/** Each heading of the index with the pages of its table. */
function groupsOf(text: string): Group[] {
  const groups: { title: string; guides: { file: string; name: string }[] }[] = [];
  for (const token of readMarkdown(text)) {
    if (token.type === 'heading' && token['depth'] === 2) groups.push({ title: token['text'] as string, guides: [] });
    if (token.type !== 'table') continue;
    for (const [, name = '', href = ''] of token.raw.matchAll(/\[([^\]]+)\]\(([^)\s]+\.md)\)/g))
      groups.at(-1)?.guides.push({ file: posix.join('docs', href), name });
  }
  return groups;
}

function filesOf(folder: string, names: RegExp): string[] {
  const entries = readdirSync(fileURLToPath(new URL(`${folder}/`, root)), { recursive: true, encoding: 'utf8' });
  return entries
    .filter((name) => names.test(name))
    .map((name) => posix.join(folder, name))
    .sort();
}

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { escaped } from '../site/html.ts';
import { sitePage } from '../site/layout.ts';
import { type Rendered, renderMarkdown, type Targets } from './markdown.ts';

export const guidesRoot = '/docs/guides';
export const guidesStylesheet = '/docs/guides.css';
export const guidesScript = '/docs/guides.js';

/** The guides as pages and as Markdown, and the images in `docs`, all by URL path. */
export interface Guides {
  pages: ReadonlyMap<string, string>;
  /** The guides as Markdown for programs: each guide, an index, and all guides in one file. */
  texts: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, { bytes: Buffer; contentType: string }>;
}

/** The sections of the index for people with a copy of the project. They aren't served on the website. */
const kept = ['Operate', 'Develop'];
/** The placeholder in the guides for the address of the service that shows them. */
const anyOrigin = 'https://api.example.com';
const index = 'docs/README.md';
const root = new URL('../../../../', import.meta.url);
const readText = (file: string) => readFileSync(new URL(file, root), 'utf8');

/**
 * Finds the images, the served sections of the index, and the guides that it lists under each of them. Paths are
 * relative to the repository.
 */
export function findGuides() {
  const sections = readText(index)
    .split(/^(?=## )/m)
    .map((text) => ({ title: /^## (.+)/.exec(text)?.[1] ?? '', text }))
    .filter(({ title }) => !kept.includes(title));
  const groups = sections.flatMap(({ title, text }) => {
    const guides = Array.from(text.matchAll(/^- \[([^\]]+)\]\(([^)\s]+\.md)\)/gm), ([, name = '', href = '']) => ({
      file: posix.join('docs', href),
      name,
    }));
    return guides.length > 0 ? [{ title, guides }] : [];
  });
  const pictures = readdirSync(new URL('docs/images/', root), { recursive: true, encoding: 'utf8' })
    // No guide uses the phone and dark mode screenshots.
    .filter((name) => /\.(png|svg)$/.test(name) && !/-(?:phone|dark)\.png$/.test(name))
    .map((name) => posix.join('docs/images', name));
  return { index, front: sections.map(({ text }) => text).join(''), groups, pictures };
}

/**
 * Renders every guide, which takes about a tenth of a second. `origin` is the address that the examples use.
 */
export function renderGuides(origin: string): Guides {
  const textOf = (file: string) => readText(file).replaceAll(anyOrigin, origin);
  const { front, groups, pictures: files } = findGuides();
  const pictures = new Map(
    files.map((file) => {
      const contentType = file.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
      return [pathOf(file), { bytes: readFileSync(new URL(file, root)), contentType }];
    }),
  );
  const guides = groups.flatMap((group) => group.guides);
  const paths = new Map([index, ...guides.map(({ file }) => file)].map((file) => [file, pathOf(file)]));
  const pageOf = (file: string, text: string): [string, string] => {
    const path = pathOf(file);
    const { title, html, headings } = renderMarkdown(text, targetsOf(file, paths, pictures));
    const main = file === index ? `<div class="front">${html}</div>` : withContents(html, headings);
    const list = listOf(groups, path);
    return [
      path,
      sitePage({ title, stylesheet: guidesStylesheet, script: guidesScript, place: guidesRoot, main, list }),
    ];
  };
  const pages = new Map([pageOf(index, front), ...guides.map(({ file }) => pageOf(file, textOf(file)))]);
  return { pages, texts: textsOf(groups, textOf), pictures };
}

type Groups = ReturnType<typeof findGuides>['groups'];

/** The paths of the files for language models: an index of the guides, and all guides in one file. */
export const llmsTexts = ['/llms.txt', '/llms-full.txt'] as const;

/** Returns each guide as it was written, an index of them, and all of them in one file, by path. */
function textsOf(groups: Groups, textOf: (file: string) => string): Map<string, string> {
  const guides = groups.flatMap((group) => group.guides);
  const texts = new Map(guides.map(({ file }) => [`${pathOf(file)}.md`, textOf(file)]));
  const lists = groups.map(({ title, guides: some }) => {
    const items = some.map(({ file, name }) => `- [${name}](${pathOf(file)}.md)`);
    return `## ${title}\n\n${items.join('\n')}`;
  });
  const head =
    '# Eviction Case Service\n\n> Accepts, tracks and reports eviction cases for rental property in any US state or DC. An attorney reviews a live case before anything is served or filed; test mode simulates a whole case. General information, not legal advice.';
  const api = '## Interface\n\n- [OpenAPI](/v1/openapi.json)\n- MCP, streamable HTTP: `/mcp`';
  const [short, full] = llmsTexts;
  texts.set(full, [head, ...guides.map(({ file }) => textOf(file).trim())].join('\n\n'));
  texts.set(short, `${[head, api, ...lists, `## Optional\n\n- [All guides in one text](${full})`].join('\n\n')}\n`);
  return texts;
}

/** Returns the URL path of a file in docs. A guide loses its extension, and a README is served as its folder. */
function pathOf(file: string): string {
  if (file === index) return guidesRoot;
  const name = file.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '');
  return `${guidesRoot}/${/\.\w+$/.test(name) ? name : name.toLowerCase()}`;
}

function targetsOf(file: string, paths: ReadonlyMap<string, string>, pictures: Guides['pictures']): Targets {
  const folder = posix.dirname(file);
  return {
    link(href) {
      if (/^(https:|http:|mailto:|#)/.test(href)) return href;
      const [path = '', anchor] = href.split('#');
      const found = paths.get(posix.join(folder, path));
      return found === undefined ? null : `${found}${anchor === undefined ? '' : `#${anchor}`}`;
    },
    picture(href) {
      const src = pathOf(posix.join(folder, href));
      const found = pictures.get(src);
      return found === undefined ? null : { src, ...sizeOf(found.bytes) };
    },
  };
}

/** Renders the list of guides that is shown next to each guide. */
function listOf(groups: Groups, current: string): string {
  const item = ({ file, name }: Groups[number]['guides'][number]) => {
    const path = pathOf(file);
    return `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escaped(name)}</a></li>`;
  };
  const parts = groups.map(({ title, guides }) => `<h2>${escaped(title)}</h2><ul>${guides.map(item).join('')}</ul>`);
  const first = item({ file: index, name: 'How it works' });
  return `<nav class="list" aria-label="Guides"><ul>${first}</ul>${parts.join('')}</nav>`;
}

/** Inserts a table of contents after the title and the first paragraph of a page with at least three sections. */
function withContents(html: string, headings: Rendered['headings']): string {
  const parts = headings.filter(({ depth }) => depth === 2);
  if (parts.length < 3) return html;
  const items = parts.map(({ anchor, title }) => `<li><a href="#${escaped(anchor)}">${escaped(title)}</a></li>`);
  const contents = `<nav class="contents" aria-label="On this page"><ul>${items.join('')}</ul></nav>`;
  return html.replace(/<\/h1>\n<p>[^]*?<\/p>\n/, (start) => `${start}${contents}\n`);
}

/** Returns the size of an image, so that the page doesn't move while its images load. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG';
  if (isPng) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [, width = '0', height = '0'] = /viewBox="0 0 (\d+) (\d+)"/.exec(bytes.toString('utf8')) ?? [];
  return { width: Number(width), height: Number(height) };
}

import { posix } from 'node:path';
import { escaped } from '../site/html.ts';
import { sitePage } from '../site/layout.ts';
import { type Rendered, renderMarkdown, type Targets } from './markdown.ts';
import { decisionsPath, guidesRoot, guidesStylesheet } from './paths.ts';
import { indexSections, type Section } from './search.ts';
import { type Sources } from './sources.ts';

/** The guides as pages of the site, by their paths. */
export interface Guides {
  pages: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, { bytes: Buffer; contentType: string }>;
  sections: readonly Section[];
}

/** Renders every guide. It takes about a tenth of a second. */
export function renderGuides(sources: Sources): Guides {
  const { index, groups, decisions } = sources;
  const pictures = picturesOf(sources);
  const names = new Map(groups.flatMap(({ guides }) => guides.map(({ file, name }) => [file, name] as const)));
  const files = [index, ...names.keys(), ...decisions];
  const paths = new Map(files.map((file) => [file, pathOf(file)]));
  const rendered = new Map(
    files.map((file) => [file, renderMarkdown(sources.readText(file), targetsOf(file, { paths, names, pictures }))]),
  );
  const titleOf = (file: string) => names.get(file) ?? rendered.get(file)?.title ?? file;
  const list = (current: string) => {
    const item = (path: string, title: string) =>
      `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
    const parts = groups.map(({ title, guides }) => {
      const items = guides.map(({ file, name }) => item(pathOf(file), name));
      return `<h2>${escaped(title)}</h2><ul>${items.join('')}</ul>`;
    });
    return `<aside><nav aria-label="Guides">${parts.join('')}<ul>${item(decisionsPath, 'Decisions')}</ul></nav></aside>`;
  };
  const pages = new Map(
    files.map((file) => {
      const { title, html, headings } = rendered.get(file)!;
      const main = file === index ? html : withContents(html, headings);
      const page = { title, stylesheet: guidesStylesheet, place: guidesRoot, main, aside: list(pathOf(file)) } as const;
      return [pathOf(file), sitePage(page)];
    }),
  );
  const items = decisions.map((file) => `<li><a href="${pathOf(file)}">${escaped(titleOf(file))}</a></li>`);
  const main = `<h1>Decisions</h1>\n<p>Why the service is as it is: each decision with its reasons and its cost.</p>\n<ul class="plain">${items.join('\n')}</ul>`;
  pages.set(
    decisionsPath,
    sitePage({ title: 'Decisions', stylesheet: guidesStylesheet, place: guidesRoot, main, aside: list(decisionsPath) }),
  );
  const sections = files
    .filter((file) => file !== index)
    .flatMap((file) => indexSections(pathOf(file), titleOf(file), rendered.get(file)!.sections));
  return { pages, pictures, sections };
}

/** The path of a file: that of docs without its ending. A README stands for its folder. */
function pathOf(file: string): string {
  const name = file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()
    .replace(/(^|\/)readme$/, '');
  if (file === 'docs/README.md') return guidesRoot;
  return `${guidesRoot}/${name === '' ? 'readme' : name}`;
}

interface Known {
  paths: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
  pictures: Guides['pictures'];
}

function targetsOf(file: string, { paths, names, pictures }: Known): Targets {
  const folder = posix.dirname(file);
  return {
    link(href) {
      if (/^(https:|http:|mailto:|#)/.test(href)) return { address: href };
      const [path = '', anchor] = href.split('#');
      const target = posix.join(folder, path);
      const found = target.replace(/\/$/, '') === 'docs/adr' ? decisionsPath : paths.get(target);
      if (found === undefined) return null;
      const name = names.get(target);
      return { address: anchor === undefined ? found : `${found}#${anchor}`, ...(name !== undefined && { name }) };
    },
    picture(href) {
      const src = `${guidesRoot}/${posix.join(folder, href).replace(/^docs\//, '')}`;
      const found = pictures.get(src);
      return found === undefined ? null : { src, ...sizeOf(found.bytes) };
    },
  };
}

/** After the title, what a longer page contains. */
function withContents(html: string, headings: Rendered['headings']): string {
  const parts = headings.filter(({ depth }) => depth === 2);
  if (parts.length < 3) return html;
  const items = parts.map(({ anchor, title }) => `<li><a href="#${escaped(anchor)}">${escaped(title)}</a></li>`);
  const contents = `<nav class="contents" aria-label="On this page"><ul>${items.join('')}</ul></nav>`;
  return html.replace('</h1>', () => `</h1>\n${contents}`);
}

function picturesOf({ pictures, readBytes }: Sources): Guides['pictures'] {
  return new Map(
    pictures.map((file) => {
      const contentType = file.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
      return [`${guidesRoot}/${file.replace(/^docs\//, '')}`, { bytes: readBytes(file), contentType }];
    }),
  );
}

/** So that a page does not move while its pictures arrive. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG';
  if (isPng) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [, width = '0', height = '0'] = /viewBox="0 0 (\d+) (\d+)"/.exec(bytes.toString('utf8')) ?? [];
  return { width: Number(width), height: Number(height) };
}

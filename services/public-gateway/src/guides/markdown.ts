import { Marked, type Tokens } from 'marked';
import { escaped, wordsOf } from '../site/html.ts';
import { renderCode } from './code.ts';

/** A guide as HTML, with its headings in order. */
export interface Rendered {
  title: string;
  html: string;
  headings: readonly { depth: number; title: string; anchor: string }[];
}

/** Resolves the links and images of a page. Returns null for something that the site doesn't have. */
export interface Targets {
  link(href: string): string | null;
  picture(href: string): { src: string; width: number; height: number } | null;
}

/**
 * Renders Markdown as HTML. HTML in the source is shown as text, and HTML comments are dropped. A link to something
 * that the site doesn't have becomes plain text. Headings have the same anchors as on GitHub.
 */
export function renderMarkdown(text: string, targets: Targets): Rendered {
  const headings: { depth: number; title: string; anchor: string }[] = [];
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ depth, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const title = wordsOf(inner);
        const anchor = anchorOf(title, headings);
        headings.push({ depth, title, anchor });
        return `<h${depth} id="${anchor}">${inner}</h${depth}>\n`;
      },
      html: ({ text: html }) => (/^\s*<!--[^]*-->\s*$/.test(html) ? '' : escaped(html)),
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = targets.link(href);
        return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`;
      },
      image({ href, text: alternative }) {
        const found = targets.picture(href);
        if (found === null) return escaped(alternative);
        const { src, width, height } = found;
        return `<img src="${escaped(src)}" alt="${escaped(alternative)}" width="${width}" height="${height}" loading="lazy">`;
      },
      code: ({ text: code, lang = '' }) => renderCode(code, lang),
      table({ header, rows }) {
        const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`;
        const label = escaped(`Table: ${headings.at(-1)?.title ?? 'Contents'}`);
        return `<div class="table" role="group" tabindex="0" aria-label="${label}"><table><thead>${row(header)}</thead><tbody>${rows.map(row).join('')}</tbody></table></div>\n`;
      },
      tablecell({ tokens, header }) {
        const inner = this.parser.parseInline(tokens);
        // An empty corner cell is not a heading.
        return header && inner !== '' ? `<th scope="col">${inner}</th>` : `<td>${inner}</td>`;
      },
    },
  });
  // `> [!NOTE]` is a GitHub extension.
  const html = marked.parse(text.replaceAll(/^> \[!(\w+)\]$/gm, '> **$1**'), { async: false });
  return { title: headings[0]?.title ?? '', html, headings };
}

/**
 * Makes an anchor the way GitHub does: lower case, no punctuation, hyphens for spaces, and numbers for repeated titles.
 */
function anchorOf(title: string, before: Rendered['headings']): string {
  const slug = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
  const times = before.filter((heading) => slug(heading.title) === slug(title)).length;
  return times === 0 ? slug(title) : `${slug(title)}-${times}`;
}

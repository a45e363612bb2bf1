import { Marked, type Token, type Tokens } from 'marked';
import { escaped, unescaped, wordsOf } from '../site/html.ts';

interface Heading {
  depth: number;
  /** Its words. */
  title: string;
  anchor: string;
}

/** A guide as markup, and as what is searched. */
export interface Rendered {
  title: string;
  html: string;
  headings: readonly Heading[];
  /** The words under each heading. */
  sections: readonly (Heading & { words: string })[];
}

/** Where links and pictures of a page lead. */
export interface Targets {
  /** An address for a link, and the name of a guide; null for what the site does not have. */
  link(href: string): { address: string; name?: string } | null;
  picture(href: string): { src: string; width: number; height: number } | null;
}

/**
 * Markup of a page's Markdown. Its HTML is written as text, except for `<br>`. A link to what the site does not have is its
 * words alone. Headings have the anchors that repositories give them.
 */
export function renderMarkdown(text: string, targets: Targets): Rendered {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  const current = () => headings.at(-1)?.title ?? 'Contents';
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ depth, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const title = wordsOf(inner);
        const anchor = anchorOf(title, taken);
        headings.push({ depth, title, anchor });
        return `<h${depth} id="${anchor}">${inner}</h${depth}>\n`;
      },
      code({ text: code, lang }) {
        const shown = `<pre tabindex="0"><code>${escaped(code)}</code></pre>\n`;
        return lang === 'mermaid'
          ? `<details><summary>The diagram as text (Mermaid)</summary>${shown}</details>`
          : shown;
      },
      codespan: ({ text: code }) => `<code>${escaped(code)}</code>`,
      text(token) {
        return 'tokens' in token && token.tokens
          ? this.parser.parseInline(token.tokens)
          : escaped(unescaped(token.text));
      },
      html: ({ text: html }) => (/^<br ?\/?>$/.test(html) ? '<br>' : isComment.test(html) ? '' : escaped(html)),
      blockquote({ tokens }) {
        const [, kind = ''] = /^\[!(\w+)\]/.exec((tokens[0] as Tokens.Paragraph | undefined)?.text ?? '') ?? [];
        const inner = this.parser.parse(tokens).replace(/\[!\w+\]\s*/, '');
        if (kind === '') return `<blockquote>${inner}</blockquote>\n`;
        const name = kind[0] + kind.slice(1).toLowerCase();
        return `<div class="note" role="note"><strong>${name}</strong>${inner}</div>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = targets.link(href);
        if (target === null) return inner;
        // Files have names in the repository only.
        const words = target.name !== undefined && /^[\w/-]+\.md$/.test(inner) ? escaped(target.name) : inner;
        return `<a href="${escaped(target.address)}">${words}</a>`;
      },
      image({ href, text: alternative }) {
        const found = targets.picture(href);
        if (found === null) return escaped(alternative);
        const { src, width, height } = found;
        return `<img src="${escaped(src)}" alt="${escaped(alternative)}" width="${width}" height="${height}" loading="lazy">`;
      },
      table({ header, rows }) {
        const cell = ({ tokens, header: isHeader }: Tokens.TableCell) => {
          const inner = this.parser.parseInline(tokens);
          // A corner without words is no heading.
          return isHeader && inner !== '' ? `<th scope="col">${inner}</th>` : `<td>${inner}</td>`;
        };
        const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map(cell).join('')}</tr>`;
        const label = escaped(`Table: ${current()}`);
        const body = rows.map(row).join('\n');
        return `<div class="table" role="group" tabindex="0" aria-label="${label}"><table><thead>${row(header)}</thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  const sections: (Heading & { words: string })[] = [];
  let html = '';
  for (const token of marked.lexer(text)) {
    const part = marked.parser([token]);
    html += part;
    const heading = headings.at(-1);
    if (heading === undefined) continue;
    if (token.type === 'heading') sections.push({ ...heading, words: '' });
    else sections.at(-1)!.words += ` ${wordsOf(part)}`;
  }
  return { title: headings[0]?.title ?? '', html, headings, sections };
}

/** The tokens of a page's Markdown. */
export function readMarkdown(text: string): Token[] {
  return new Marked({ gfm: true }).lexer(text);
}

/** As repositories make them: small letters, without punctuation, spaces as hyphens; repeated ones are numbered. */
function anchorOf(title: string, taken: Map<string, number>): string {
  const base = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const times = taken.get(base) ?? 0;
  taken.set(base, times + 1);
  return times === 0 ? base : `${base}-${times}`;
}

const isComment = /^\s*<!--(?:(?!-->)[^])*-->\s*$/;

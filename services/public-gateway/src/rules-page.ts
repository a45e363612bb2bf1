import { asMarkdown, type RuleBook } from '@evict/rule-book';
import { withContents } from './guides/guides.ts';
import { renderMarkdown, type Targets } from './guides/markdown.ts';
import { escaped } from './site/html.ts';
import { sitePage } from './site/layout.ts';
import { baseStyle, headerStyle } from './site/style.ts';

/** The list of rule packs. */
export function rulesIndexPage(books: readonly RuleBook[]): string {
  const items = books.map(
    ({ id, version, title, about }) =>
      `<li><a href="/docs/rules/${id}/${version}">${escaped(title)}</a><br>${escaped(about)}</li>`,
  );
  const newest = [...new Set(books.map(({ id }) => id))].map(
    (id) => `<li><a href="/docs/rules/${id}">The newest rules of <code>${id}</code></a></li>`,
  );
  return page('The rules of law that cases follow', [
    '<h1>The rules of law that cases follow</h1>',
    `<ul>${newest.join('')}</ul>`,
    '<h2>All versions</h2>',
    `<ul>${items.join('')}</ul>`,
  ]);
}

/** A rule pack in words, as `ops rules print` prints it. */
export function rulesPage(book: RuleBook): string {
  const { title, html, headings } = renderMarkdown(asMarkdown(book), itself);
  return page(title, [withContents(html, headings)]);
}

/** A rule book has no links and no pictures. */
const itself: Targets = { link: () => null, picture: () => null };

/** The style of the site. */
export const rulesStyle = `${headerStyle}${baseStyle}`;

function page(title: string, parts: readonly string[]): string {
  return sitePage({ title, stylesheet: '/docs/rules.css', place: '/docs/rules', main: parts.join('\n') });
}

import { labelled, type Rule, type RuleBook, type Section, type Table } from '@evict/rule-book';
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

/** A rule pack in words. */
export function rulesPage({ title, about, sections }: RuleBook): string {
  return page(title, [
    `<h1>${escaped(title)}</h1>`,
    `<p>${escaped(about)}</p>`,
    `<nav aria-label="Contents"><ul>${sections.map(contentsOf).join('')}</ul></nav>`,
    ...sections.flatMap(sectionParts),
  ]);
}

/** The style of the site, and of definitions. */
export const rulesStyle = `${headerStyle}${baseStyle}
tbody th { font-weight: normal; }
dt { font-weight: bold; }
dd { margin: 0 0 0.25rem; }
@media (min-width: 40rem) { dl { display: grid; grid-template-columns: max-content 1fr; column-gap: 1rem; } }
`;

function page(title: string, parts: readonly string[]): string {
  return sitePage({ title, stylesheet: '/docs/rules.css', place: '/docs/rules', main: parts.join('\n') });
}

function contentsOf({ title, rules = [] }: Section): string {
  const inner = rules.map((rule) => `<li>${linkTo(rule.title)}</li>`);
  return `<li>${linkTo(title)}${inner.length > 0 ? `<ul>${inner.join('')}</ul>` : ''}</li>`;
}

function linkTo(title: string): string {
  return `<a href="#${anchorOf(title)}">${escaped(title)}</a>`;
}

function sectionParts({ title, text = [], tables = [], rules = [] }: Section): string[] {
  return [
    `<h2 id="${anchorOf(title)}">${escaped(title)}</h2>`,
    ...text.map((line) => `<p>${escaped(line)}</p>`),
    ...tables.map((table) => tablePart(table, title)),
    ...rules.flatMap(ruleParts),
  ];
}

function ruleParts(rule: Rule): string[] {
  const { title, words, tables = [] } = rule;
  return [
    `<h3 id="${anchorOf(title)}">${escaped(title)}</h3>`,
    `<ul>${words.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`,
    `<dl>${labelled(rule)
      .map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`)
      .join('')}</dl>`,
    ...tables.map((table) => tablePart(table, title)),
  ];
}

/** A wide table scrolls by itself, with the keyboard too. */
function tablePart({ caption, headers, rows }: Table, under: string): string {
  const head = headers.map((header) => `<th scope="col">${escaped(header)}</th>`).join('');
  const body = rows.map(([first = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${escaped(cell)}</td>`).join('');
    return `<tr><th scope="row">${escaped(first)}</th>${rest}</tr>`;
  });
  const label = escaped(`${caption}: ${under}`);
  return `<div class="table" role="region" tabindex="0" aria-label="${label}"><table><caption>${escaped(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

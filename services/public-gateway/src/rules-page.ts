import { labelled, type Rule, type RuleBook, type Section, type Table } from '@evict/rule-book';

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

/** Adapts to narrow and dark screens, and to paper. */
export const rulesStyle = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 0 1rem 3rem; }
h2 { border-bottom: 1px solid; margin-top: 3rem; }
h3 { margin-top: 2rem; }
.skip:not(:focus) { left: -100rem; position: absolute; }
.table { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { font-weight: bold; text-align: left; }
th, td { border: 1px solid #888; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
tbody th { font-weight: normal; }
dt { font-weight: bold; }
dd { margin: 0 0 0.25rem; }
@media (min-width: 40rem) { dl { display: grid; grid-template-columns: max-content 1fr; column-gap: 1rem; } }
@media print { nav, .skip { display: none; } .table { overflow: visible; } tr { break-inside: avoid; } }
`;

function page(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/rules.css">
</head>
<body>
<a class="skip" href="#main">Skip to the rules</a>
<nav aria-label="Pages"><a href="/docs">API reference</a> · <a href="/docs/rules">Rules of law</a></nav>
<main id="main">
${parts.join('\n')}
</main>
</body>
</html>
`;
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

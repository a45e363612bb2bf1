import { escaped } from './html.ts';

const places = [
  ['/docs/guides', 'Guides'],
  ['/docs', 'API reference'],
  ['/docs/rules', 'Rules of law'],
  ['/', 'Website'],
] as const;

/** The longest search, in characters. */
export const maxQuery = 100;

interface Page {
  title: string;
  stylesheet: string;
  /** Which place of the header it belongs to. */
  place: (typeof places)[number][0] | null;
  /** Markup of the content; the title is its first heading. */
  main: string;
  /** Markup beside the content: the list of guides. */
  aside?: string;
  /** What is being searched. */
  query?: string;
}

/** A page beside the API reference: no script, nothing from elsewhere. */
export function sitePage({ title, stylesheet, place, main, aside = '', query = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Eviction Case Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${siteHeader(place, query)}
<div class="columns">
<main id="main">
${main}
</main>
${aside}
</div>
</body>
</html>
`;
}

/** What all pages begin with: the places of the documentation, and its search. */
export function siteHeader(place: Page['place'], query = ''): string {
  const links = places.map(
    ([path, name]) => `<a href="${path}"${path === place ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  return `<header class="site"><nav aria-label="Documentation">${links.join(' ')}</nav>
<form role="search" action="/docs/search"><input type="search" name="q" aria-label="Search the guides" placeholder="Search the guides" maxlength="${maxQuery}" required value="${escaped(query)}"><button>Search</button></form></header>`;
}

import { escaped } from './html.ts';

const places = [
  ['/docs/guides', 'Guides'],
  ['/docs', 'API reference'],
  ['/states', 'States'],
  ['/', 'Website'],
] as const;

interface Page {
  title: string;
  stylesheet: string;
  /** The header link that is marked as current. */
  place: (typeof places)[number][0];
  /** The content as HTML. Its first heading is the title. */
  main: string;
  /** HTML next to the content: the list of guides. */
  aside?: string;
  /** The list of guides as a menu above the content, for narrow screens. */
  menu?: string;
}

/** Renders a page of the documentation, without scripts or content from other sites. */
export function sitePage({ title, stylesheet, place, main, aside = '', menu = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Eviction Cases</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${siteHeader(place)}
<div class="columns">
${menu}
<main id="main">
${main}
</main>
${aside}
</div>
</body>
</html>
`;
}

/** Renders the header of all documentation pages. `place` is the current link. */
export function siteHeader(place: Page['place']): string {
  const links = places.map(
    ([path, name]) => `<a href="${path}"${path === place ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  return `<header class="site">${brand}<nav aria-label="Documentation">${links.join(' ')}</nav></header>`;
}

/** The logo and name of the website. */
const brand =
  '<a class="brand" href="/"><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><rect width="20" height="20" rx="4.5"/><path d="M5.5 15V8.6L10 5l4.5 3.6V15M8.2 11h3.6M8.2 13.6h3.6"/></svg>Eviction Cases</a>';

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
  /** The place of the header that the page belongs to. */
  place: (typeof places)[number][0];
  /** The content as HTML. Its first heading is the title. */
  main: string;
  /** HTML next to the content: the list of guides. */
  aside?: string;
}

/** A page next to the API reference, without scripts and without anything from other sites. */
export function sitePage({ title, stylesheet, place, main, aside = '' }: Page): string {
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
${siteHeader(place)}
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

/** The header of all pages: the places of the documentation. */
export function siteHeader(place: Page['place']): string {
  const links = places.map(
    ([path, name]) => `<a href="${path}"${path === place ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  return `<header class="site"><nav aria-label="Documentation">${links.join(' ')}</nav></header>`;
}

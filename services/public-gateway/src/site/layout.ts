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
  /** Which place of the header it belongs to. */
  place: (typeof places)[number][0];
  /** Markup of the content; the title is its first heading. */
  main: string;
  /** Markup beside the content: the list of guides. */
  aside?: string;
}

/** A page beside the API reference: no script, nothing from elsewhere. */
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

/** What all pages begin with: the places of the documentation. */
export function siteHeader(place: Page['place']): string {
  const links = places.map(
    ([path, name]) => `<a href="${path}"${path === place ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  return `<header class="site"><nav aria-label="Documentation">${links.join(' ')}</nav></header>`;
}

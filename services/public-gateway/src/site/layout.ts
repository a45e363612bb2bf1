import { escaped } from './html.ts';

const places = [
  ['/docs/guides', 'Guides'],
  ['/docs', 'API reference'],
  ['/states', 'State facts'],
] as const;

interface Page {
  title: string;
  stylesheet: string;
  /** The path of a script of this site. */
  script?: string;
  /** The header link that is marked as current. */
  place: (typeof places)[number][0];
  /** The content as HTML. Its first heading is the title. */
  main: string;
  /** The list of guides as HTML. It is next to the content, or in the header's menu on narrow screens. */
  list?: string;
}

/** Renders a page of the documentation, without content from other sites. */
export function sitePage({ title, stylesheet, script, place, main, list = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Eviction Cases</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheet}">
${script === undefined ? '' : `<script src="${script}" defer></script>\n`}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${siteHeader(place, list)}
<div class="columns">
${list === '' ? '' : `<aside>${list}</aside>\n`}<main id="main">
${main}
</main>
</div>
</body>
</html>
`;
}

/**
 * Renders the header of all documentation pages. `place` is the current link. On narrow screens, the links are in a
 * menu, together with `list`. "Sign in" opens the home page, which asks only visitors without a session to sign in.
 */
export function siteHeader(place: Page['place'], list = ''): string {
  const links = places.map(
    ([path, name]) => `<a href="${path}"${path === place ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  const nav = `<nav class="places" aria-label="Documentation">${links.join(' ')}</nav>`;
  return `<header class="site">${brand}${nav}<a class="enter" href="/home">Sign in</a><a class="start" href="/sign-up">Create account</a><details><summary>Menu${chevron}</summary><div class="menu">${nav}${list}</div></details></header>`;
}

/** The icon that the website uses for everything that opens. */
const chevron = '<svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true"><path d="m6 9 6 6 6-6"/></svg>';

/** The logo and name of the website. */
const brand =
  '<a class="brand" href="/"><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><rect width="20" height="20" rx="4.5"/><path d="M5.5 15V8.6L10 5l4.5 3.6V15M8.2 11h3.6M8.2 13.6h3.6"/></svg>Eviction Cases</a>';

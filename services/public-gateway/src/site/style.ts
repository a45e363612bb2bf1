/**
 * The website's colors and fonts, as far as these pages need them. `light-dark` follows the visitor's system on pages
 * that set `color-scheme`. The API reference doesn't set it, and stays light.
 */
const tokens = `
:root {
  --font: 'Inter Variable', system-ui, sans-serif;
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --surface: light-dark(#ffffff, #191918);
  --sunken: light-dark(#f6f5f2, #201f1e);
  --pressed: light-dark(#ebe9e5, #2c2b29);
  --line: light-dark(#e8e6e1, #2d2c2a);
  --line-strong: light-dark(#d3d0c9, #454340);
  --ink: light-dark(#1d1c1a, #efeeeb);
  --ink-2: light-dark(#55524c, #b5b2ab);
  --ink-3: light-dark(#6b6862, #9a968f);
  --accent: light-dark(#2a4587, #4a6dc2);
  --accent-ink: light-dark(#3153a3, #a3baf0);
  --good: light-dark(#1f6849, #7cc9a2);
  --accent-line: light-dark(#c3d2f1, #35497a);
  --focus: light-dark(#3f63bd, #8fabee);
}
`;

/** The style of the header on every page. On pages without dark mode, such as the API reference, it stays light. */
export const headerStyle = `${tokens}
body { margin: 0; }
.site { align-items: center; background: var(--surface); border-bottom: 1px solid var(--line); box-sizing: border-box; display: flex; font: 500 0.8125rem/1.25rem var(--font); gap: 1rem; min-height: 3.5rem; padding: 0.25rem 2rem; position: relative; }
.site a { color: var(--ink-2); text-decoration: none; }
.site a:hover { color: var(--ink); }
.site .brand, .site .enter, .places a { align-items: center; display: inline-flex; min-height: 2.5rem; }
.site .brand { color: var(--ink); font-size: 0.875rem; font-weight: 600; gap: 0.5rem; }
.site .brand rect { fill: var(--accent); }
.site svg path { fill: none; stroke: currentColor; stroke-linecap: round; stroke-linejoin: round; stroke-width: 2; }
.site .brand path { stroke: #fff; stroke-width: 1.6; }
.places { display: flex; gap: 0 1.25rem; margin-inline: 1rem auto; }
.places a[aria-current] { color: var(--ink); font-weight: 600; }
.site .enter { color: var(--ink); margin-inline-start: auto; }
.site .start, .site .start:hover { background: var(--accent); border-radius: 6px; color: #fff; line-height: 2rem; padding-inline: 0.75rem; }
.site details { display: none; }
.site summary { align-items: center; border: 1px solid var(--line-strong); border-radius: 6px; cursor: pointer; display: flex; gap: 0.25rem; line-height: 2.375rem; list-style: none; padding-inline: 0.75rem 0.5rem; }
.site summary::-webkit-details-marker { display: none; }
.site details[open] summary svg { transform: rotate(180deg); }
.menu { background: var(--surface); border-block: 1px solid var(--line); box-shadow: 0 8px 24px light-dark(rgb(29 28 26 / 10%), rgb(0 0 0 / 45%)); inset: 100% 0 auto; max-height: calc(100dvh - 4rem); overflow-y: auto; padding: 0.5rem 1rem; position: absolute; z-index: 1; }
.site :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (max-width: 47.99rem) { .site { padding-inline: 1rem; } }
@media (max-width: 59.99rem) {
  .site > .places, .site .start { display: none; }
  .site details { display: block; }
  .menu .places { flex-wrap: wrap; margin: 0; }
}
`;

/** The style of every page except the reference. Covers narrow screens and dark mode. */
export const baseStyle = `
:root { background: var(--surface); color: var(--ink); color-scheme: light dark; scroll-padding-top: 1rem; }
body { font: 0.9375rem/1.6 var(--font); overflow-wrap: break-word; }
a { color: var(--accent-ink); text-underline-offset: 0.15em; }
a:not(:hover) { text-decoration-color: var(--accent-line); }
h1, h2, h3, h4 { font-weight: 600; line-height: 1.3; text-wrap: balance; }
h1 { font-size: 1.75rem; letter-spacing: -0.01em; margin: 2rem 0 1rem; }
h2 { border-bottom: 1px solid var(--line); font-size: 1.25rem; margin: 2.5rem 0 1rem; padding-bottom: 0.375rem; }
h3 { font-size: 1rem; margin: 2rem 0 0.5rem; }
strong, b { font-weight: 600; }
code { background: var(--sunken); border-radius: 4px; font: 0.8125rem/1.5 var(--mono); padding: 0.125em 0.25em; }
.skip:not(:focus) { left: -100rem; position: absolute; }
.columns { margin: 0 auto; max-width: 76rem; padding: 0 2rem 4rem; }
.table { margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.8125rem; line-height: 1.5; }
caption { font-weight: 600; text-align: left; }
th, td { border-bottom: 1px solid var(--line); padding: 0.5rem 1rem 0.5rem 0; text-align: left; vertical-align: top; }
th { color: var(--ink-2); font-weight: 500; }
blockquote { border-left: 2px solid var(--line-strong); color: var(--ink-2); margin: 1rem 0; padding: 0 1rem; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (max-width: 47.99rem) { .columns { padding-inline: 1rem; } h1 { font-size: 1.5rem; margin-top: 1.25rem; } }
@media print { .site, nav, .skip, aside, .code button { display: none; } .table { overflow: visible; } tr { break-inside: avoid; } }
`;

/**
 * Loads the website's font, whose file name contains a content hash. If `path` is null, because the website isn't
 * built, the system font is used.
 */
export function fontStyle(path: string | null): string {
  if (path === null) return '';
  return `@font-face { font-display: swap; font-family: 'Inter Variable'; font-weight: 100 900; src: url(${path}) format('woff2'); }
`;
}

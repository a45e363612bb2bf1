import { baseStyle, headerStyle } from '../site/style.ts';

/**
 * Styles for the guides. The list of guides is next to the text on wide screens and a menu above the text on narrow
 * ones.
 */
export const guidesStyle = `${headerStyle}${baseStyle}
main { max-width: 50rem; min-width: 0; }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; padding: 0.75rem 1rem; scrollbar-color: var(--line-strong) transparent; scrollbar-width: thin; }
pre code { background: none; font-size: 0.75rem; padding: 0; }
img { background: #fff; border: 1px solid var(--line); border-radius: 8px; height: auto; max-width: 100%; }
.contents { border-left: 2px solid var(--line); font-size: 0.8125rem; margin: 0 0 1.5rem; padding-left: 1rem; }
.contents ul { columns: 16rem; list-style: none; margin: 0; padding: 0; }
.contents li { padding: 0.125rem 0; }
.list h2 { border: 0; color: var(--ink-2); font-size: 0.75rem; font-weight: 500; line-height: 1rem; margin: 1.25rem 0 0.25rem; padding: 0 0.5rem; }
.list ul { list-style: none; margin: 0; padding: 0; }
.list a { border-radius: 6px; color: var(--ink-2); display: block; font-size: 0.8125rem; line-height: 1.125rem; padding: 0.4375rem 0.5rem; text-decoration: none; }
.list a:hover { background: var(--sunken); color: var(--ink); }
.list a[aria-current] { background: var(--pressed); color: var(--ink); font-weight: 600; }
details { border-bottom: 1px solid var(--line); margin: 0 -1rem; padding: 0 1rem; }
summary { cursor: pointer; font-size: 0.8125rem; font-weight: 500; line-height: 1.25rem; padding: 0.75rem 0; }
details .list { padding-bottom: 1rem; }
details .list a { padding-block: 0.6875rem; }
aside { display: none; }
@media (min-width: 60rem) {
  details { display: none; }
  aside { display: block; grid-column: 1; grid-row: 1; }
  .columns:has(> aside) { display: grid; gap: 3rem; grid-template-columns: 13rem minmax(0, 1fr); }
  .columns:has(> aside) > main { grid-column: 2; grid-row: 1; }
  aside .list { max-height: 100vh; overflow-y: auto; padding: 0.75rem 0 2rem; position: sticky; top: 0; }
}
`;

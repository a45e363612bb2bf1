import { baseStyle, headerStyle } from '../site/style.ts';

/**
 * Styles for the guides. The list of guides is next to the text on wide screens, and in the header's menu on narrow ones.
 */
export const guidesStyle = `${headerStyle}${baseStyle}
main { max-width: 50rem; min-width: 0; }
h1 + p { color: var(--ink-2); font-size: 1rem; }
.code { background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; }
.code > p { align-items: center; border-bottom: 1px solid var(--line); box-sizing: border-box; color: var(--ink-2); display: flex; font-size: 0.75rem; height: 2.25rem; justify-content: space-between; line-height: 1rem; margin: 0; padding: 0 0.375rem 0 1rem; }
.code button { background: none; border: 0; border-radius: 6px; color: inherit; cursor: pointer; font: 500 0.75rem/1.75rem var(--font); padding: 0 0.625rem; }
.code button:hover { background: var(--pressed); color: var(--ink); }
pre { margin: 0; overflow-x: auto; padding: 0.75rem 1rem; scrollbar-color: var(--line-strong) transparent; scrollbar-width: thin; }
pre, pre code { background: none; font: 0.8125rem/1.5 var(--mono); }
pre code { padding: 0; }
.comment { color: var(--ink-3); }
.string { color: var(--good); }
.front > h1 + p + ul { display: grid; gap: 1rem; margin-block: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); list-style: none; padding: 0; }
.front > h1 + p + ul > li { border: 1px solid var(--line-strong); border-radius: 8px; margin: 0; padding: 1rem; position: relative; }
.front > h1 + p + ul > li:hover { background: var(--sunken); }
.front > h1 + p + ul a::before { content: ''; inset: 0; position: absolute; }
.front > h1 + p + ul a::after { content: '\\00a0→' / ''; }
.front > h1 + p + ul strong { display: block; }
main > .notice { border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); font-size: 0.875rem; padding: 0.75rem 1rem; }
.table table { min-width: 100%; }
.source + h1 { margin-top: 0.5rem; }
.states { columns: 15rem 3; column-gap: 2rem; list-style: none; padding: 0; }
.states li { break-inside: avoid; display: flex; justify-content: space-between; margin: 0; border-bottom: 1px solid var(--line); font-size: 0.875rem; }
.states a { padding-block: 0.5rem; }
.states span, .source { color: var(--ink-2); font-size: 0.8125rem; }
.states span { padding-block: 0.5rem; }
ol > li { padding-inline-start: 0.25rem; }
ol > li::marker { color: var(--ink-3); font-weight: 500; }
ol > li + li { margin-top: 0.5rem; }
img { background: #fff; border: 1px solid var(--line); border-radius: 8px; height: auto; max-width: 100%; }
.contents { border-left: 2px solid var(--line); font-size: 0.8125rem; margin: 1.25rem 0 1.5rem; padding-left: 1rem; }
.contents ul { columns: 16rem; list-style: none; margin: 0; padding: 0; }
.contents li { padding: 0.125rem 0; }
.list h2 { border: 0; color: var(--ink-2); font-size: 0.75rem; font-weight: 500; line-height: 1rem; margin: 1.25rem 0 0.25rem; padding: 0 0.5rem; }
.list ul { list-style: none; margin: 0; padding: 0; }
.list a { border-radius: 6px; color: var(--ink-2); display: block; font-size: 0.8125rem; line-height: 1.125rem; padding: 0.4375rem 0.5rem; text-decoration: none; }
.list a:hover { background: var(--sunken); color: var(--ink); }
.list a[aria-current] { background: var(--pressed); color: var(--ink); font-weight: 600; }
.menu .list { border-top: 1px solid var(--line); margin-top: 0.5rem; padding-block: 0.5rem; }
.menu .list a { padding-block: 0.6875rem; }
aside { display: none; }
@media (min-width: 76rem) {
  main:has(> .contents) { max-width: 44rem; }
  .contents { background: var(--surface); float: right; margin: 0.5rem -12rem 0 0; position: sticky; top: 1rem; width: 9.75rem; }
  .contents ul { columns: auto; }
}
@media (max-width: 47.99rem) { .code > p { height: 2.5rem; } .code button { line-height: 2.5rem; } }
@media (min-width: 60rem) {
  aside { display: block; }
  .columns:has(> aside) { display: grid; gap: 3rem; grid-template-columns: 13rem minmax(0, 1fr); }
  aside .list { max-height: 100vh; overflow-y: auto; padding: 0.75rem 0 2rem; position: sticky; top: 0; }
}
`;

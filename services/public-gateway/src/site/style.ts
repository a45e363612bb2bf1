/** The style of the header on every page. Pages without colors for dark screens, such as the reference, stay light. */
export const headerStyle = `
body { margin: 0; }
.site { align-items: center; border-bottom: 1px solid light-dark(#ced4da, #495057); box-sizing: border-box; display: flex; flex-wrap: wrap; font: 1rem/1.5 system-ui, sans-serif; gap: 0.5rem 1.5rem; justify-content: space-between; padding: 0.5rem 1rem; }
.site nav { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.site nav a { border-bottom: 3px solid transparent; color: light-dark(#364fc7, #91a7ff); padding: 0.4rem 0; text-decoration: none; }
.site nav a:hover { text-decoration: underline; }
.site nav a[aria-current] { border-color: currentColor; font-weight: 600; }
`;

/** The style of every page except the reference, for narrow and dark screens too. */
export const baseStyle = `
:root { background: light-dark(#fff, #1a1b1e); color: light-dark(#212529, #dee2e6); color-scheme: light dark; scroll-padding-top: 1rem; }
body { font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: light-dark(#364fc7, #91a7ff); }
h1, h2, h3, h4 { line-height: 1.25; }
h1 { margin-top: 1.5rem; }
h2 { border-bottom: 1px solid light-dark(#ced4da, #495057); margin-top: 2.5rem; padding-bottom: 0.25rem; }
h3 { margin-top: 2rem; }
code { background: light-dark(#f1f3f5, #2c2e33); border-radius: 3px; font: 0.9em ui-monospace, monospace; padding: 0.1em 0.25em; }
.skip:not(:focus) { left: -100rem; position: absolute; }
.columns { margin: 0 auto; max-width: 76rem; padding: 0 1rem 3rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { font-weight: bold; text-align: left; }
th, td { border: 1px solid light-dark(#adb5bd, #5c5f66); padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
:focus-visible { outline: 3px solid light-dark(#4263eb, #91a7ff); outline-offset: 2px; }
@media print { .site, nav, .skip, aside { display: none; } .table { overflow: visible; } tr { break-inside: avoid; } }
`;

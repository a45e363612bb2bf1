import { baseStyle, headerStyle } from '../site/style.ts';

/** The style of the guides: a list of them next to the text if there is room. */
export const guidesStyle = `${headerStyle}${baseStyle}
main { max-width: 52rem; min-width: 0; }
pre { background: light-dark(#f1f3f5, #25262b); border-radius: 4px; overflow-x: auto; padding: 0.75rem 1rem; }
pre code { background: none; padding: 0; }
img { background: #fff; border: 1px solid light-dark(#ced4da, #495057); height: auto; max-width: 100%; }
blockquote { border-left: 4px solid light-dark(#4263eb, #91a7ff); margin: 1rem 0; padding: 0.25rem 1rem; }
.contents ul { columns: 18rem; list-style: none; padding: 0; }
.contents { border: 1px solid light-dark(#ced4da, #495057); border-radius: 4px; padding: 0 1rem; }
aside h2 { border: 0; font-size: 1rem; margin: 1.25rem 0 0.25rem; padding: 0; }
aside ul { list-style: none; margin: 0; padding: 0; }
aside a { border-left: 3px solid transparent; display: block; padding: 0.15rem 0.6rem; text-decoration: none; }
aside a:hover { text-decoration: underline; }
aside a[aria-current] { background: light-dark(#edf2ff, #2c2e33); border-color: currentColor; font-weight: 600; }
aside { border-top: 1px solid light-dark(#ced4da, #495057); margin-top: 3rem; }
@media (min-width: 60rem) {
  .columns { display: grid; gap: 3rem; grid-template-columns: 15rem minmax(0, 1fr); }
  .columns > main { grid-column: 2; grid-row: 1; }
  aside { border: 0; grid-column: 1; grid-row: 1; margin: 0; }
  aside nav { max-height: 100vh; overflow-y: auto; padding-bottom: 2rem; position: sticky; top: 0; }
}
`;

import { escaped } from '../site/html.ts';

interface Language {
  name: string;
  /** The source of a regular expression that matches a comment. */
  comment?: string;
}

const hash = String.raw`(?<![^\s])#.*`;
const slashes = String.raw`\/\/.*`;

/** The languages of the code in the guides. */
const languages: Readonly<Record<string, Language>> = {
  go: { name: 'Go', comment: slashes },
  http: { name: 'HTTP' },
  js: { name: 'JavaScript', comment: slashes },
  json: { name: 'JSON' },
  python: { name: 'Python', comment: hash },
  sh: { name: 'Shell', comment: hash },
  ts: { name: 'TypeScript', comment: slashes },
};

/**
 * Matches text in quotes. Text in backquotes can span lines, as in JavaScript, and so can text in single quotes, as in
 * the shell.
 */
const quoted = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*'|` + '`[^`]*`';

/**
 * Renders a block of code with the name of its language. Strings and comments have colors of their own. Code that is
 * wider than the page scrolls on its own, and can be focused, so that the keyboard can scroll it too.
 */
export function renderCode(code: string, info: string): string {
  const language = languages[info.split(' ')[0] ?? ''];
  return `<div class="code"><p>${language?.name ?? 'Text'}</p><pre tabindex="0"><code>${colored(code, language)}</code></pre></div>\n`;
}

function colored(code: string, language: Language | undefined): string {
  if (language === undefined) return escaped(code);
  const parts = new RegExp(`(${quoted})|(${language.comment ?? '(?!)'})`, 'g');
  let end = 0;
  let html = '';
  for (const found of code.matchAll(parts)) {
    const kind = found[1] === undefined ? 'comment' : 'string';
    html += `${escaped(code.slice(end, found.index))}<span class="${kind}">${escaped(found[0])}</span>`;
    end = found.index + found[0].length;
  }
  return html + escaped(code.slice(end));
}

/** The content of an email. Its plain text and its HTML are rendered from the same parts. */
export interface Letter {
  subject: string;
  body: Body;
}

export type Body = readonly Part[];

/** A string is a paragraph. */
type Part =
  | string
  | { readonly heading: string }
  /** A link on a line of its own. */
  | { readonly link: string; readonly label: string }
  /** Names with values. Values are shown unchanged, including line breaks. */
  | { readonly fields: readonly (readonly [name: string, value: string])[] };

/**
 * Reduces user input to the characters that occur in names and addresses, so that it can't start a line or a link or
 * change the text direction.
 */
export function withoutLinks(written: string): string {
  return written.replaceAll(/[^\p{L}\p{M}\p{N}.,'’#&/()-]+/gu, ' ').trim();
}

export interface Rendered {
  subject: string;
  text: string;
  html: string;
}

/**
 * Renders a letter as plain text and HTML. Its content is escaped, so the HTML has only the layout's own tags and
 * attributes.
 */
export function render({ subject, body }: Letter): Rendered {
  return {
    subject: oneLine(subject),
    text: `${body.map(toText).join('\n\n')}\n`,
    html: page(oneLine(subject), body.map(toHtml).join('\n')),
  };
}

function toText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('heading' in part) return part.heading.toUpperCase();
  if ('link' in part) return `${part.label}:\n${part.link}`;
  return part.fields.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n  ')}`).join('\n');
}

function toHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('heading' in part) return `<h2 style="font-size: 1em">${escapeHtml(part.heading)}</h2>`;
  if ('link' in part) {
    const link = escapeHtml(part.link);
    return `<p><a href="${link}">${escapeHtml(part.label)}</a></p>\n<p style="word-break: break-all">${link}</p>`;
  }
  const rows = part.fields.map(
    ([name, value]) =>
      `<tr><th align="left" valign="top">${escapeHtml(name)}</th><td style="white-space: pre-wrap">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="4">\n${rows.join('\n')}\n</table>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
</head>
<body style="font-family: sans-serif; line-height: 1.5">
${content}
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A mail before it has a form. Its plain text and its HTML are made from the same parts, so they say the same. */
export interface Letter {
  subject: string;
  parts: readonly Part[];
}

type Part =
  | { readonly paragraph: string }
  /** A link on a line of its own. */
  | { readonly link: string; readonly label: string }
  /** Names with values. Values are shown as they are, line breaks included. */
  | { readonly fields: readonly (readonly [name: string, value: string])[] };

export interface Rendered {
  subject: string;
  text: string;
  html: string;
}

/** Whatever a letter holds, its HTML has no tag, attribute or address that is not the layout's own. */
export function render({ subject, parts }: Letter): Rendered {
  return {
    subject: oneLine(subject),
    text: `${parts.map(toText).join('\n\n')}\n`,
    html: page(oneLine(subject), parts.map(toHtml).join('\n')),
  };
}

function toText(part: Part): string {
  if ('paragraph' in part) return part.paragraph;
  if ('link' in part) return `${part.label}:\n${part.link}`;
  return part.fields.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n  ')}`).join('\n');
}

function toHtml(part: Part): string {
  if ('paragraph' in part) return `<p>${escaped(part.paragraph)}</p>`;
  if ('link' in part) {
    const link = escaped(part.link);
    return `<p><a href="${link}">${escaped(part.label)}</a></p>\n<p style="word-break: break-all">${link}</p>`;
  }
  const rows = part.fields.map(
    ([name, value]) =>
      `<tr><th align="left" valign="top">${escaped(name)}</th><td style="white-space: pre-wrap">${escaped(value)}</td></tr>`,
  );
  return `<table cellpadding="4">\n${rows.join('\n')}\n</table>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
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

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

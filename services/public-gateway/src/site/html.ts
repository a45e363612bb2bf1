const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const characters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
);

/** Text as it is written in markup, in attributes too. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The text that was `escaped`. */
export function unescaped(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);
}

/** The words of markup that was made with `escaped`, on one line. */
export function wordsOf(html: string): string {
  const text = html.replace(/<(?:\/?(?:p|li|td|th|tr|pre|h\d)|br)\b[^>]*>/g, ' ').replace(/<[^>]*>/g, '');
  return unescaped(text).replace(/\s+/g, ' ').trim();
}

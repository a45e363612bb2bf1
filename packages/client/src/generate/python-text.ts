const keywords = new Set([
  'from',
  'import',
  'class',
  'def',
  'return',
  'in',
  'is',
  'not',
  'and',
  'or',
  'if',
  'else',
  'for',
  'while',
  'with',
  'as',
  'try',
  'pass',
  'global',
  'lambda',
  'None',
  'True',
  'False',
]);

/** `docId` becomes `doc_id`; a keyword gets an underscore. */
export function snakeCase(name: string): string {
  const snake = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
  return keywords.has(snake) ? `${snake}_` : snake;
}

/** A docstring of these paragraphs. */
export function docstring(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs.flatMap((paragraph, index) => [...(index > 0 ? [''] : []), ...paragraph.split('\n')]);
  const text = lines
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n')
    .trimStart();
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return lines.length === 1 ? `${indent}"""${safe}"""` : `${indent}"""${safe}\n${indent}"""`;
}

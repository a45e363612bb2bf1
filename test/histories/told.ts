/**
 * What a story tells in words, names and amounts, at any depth: all but codes, dates, US states and small numbers, which
 * Temporal may know. Another field of the facts is among it by itself.
 */
export function textsOf(told: unknown): string[] {
  if (typeof told === 'number') return told < smallestAmount ? [] : [String(told)];
  if (typeof told === 'string') return known.test(told) ? [] : [told];
  return told && typeof told === 'object' ? Object.values(told).flatMap(textsOf) : [];
}

/** Those of the texts that stand in a history, as words of their own. */
export function textsIn(history: string, texts: readonly string[]): string[] {
  return texts.filter((text) => new RegExp(`(?<!\\w)${text.replaceAll(/\W/g, '\\$&')}(?!\\w)`).test(history));
}

const known = /^([a-z_-]*|[A-Z]{2}|\d{4}-\d\d-\d\d)$/;
/** In cents. */
const smallestAmount = 10_000;

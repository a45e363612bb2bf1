/**
 * All texts and amounts of a story, at any depth, except codes, dates, US states and small numbers, which may enter
 * Temporal. New fields of the facts are included automatically.
 */
export function textsOf(tenantData: unknown): string[] {
  if (typeof tenantData === 'number') return tenantData < smallestAmount ? [] : [String(tenantData)];
  if (typeof tenantData === 'string') return known.test(tenantData) ? [] : [tenantData];
  return tenantData && typeof tenantData === 'object' ? Object.values(tenantData).flatMap(textsOf) : [];
}

/** The texts that occur in a history as whole words. */
export function textsIn(history: string, texts: readonly string[]): string[] {
  return texts.filter((text) => new RegExp(`(?<!\\w)${text.replaceAll(/\W/g, '\\$&')}(?!\\w)`).test(history));
}

const known = /^([a-z_-]*|[A-Z]{2}|\d{4}-\d\d-\d\d)$/;
/** In cents. */
const smallestAmount = 10_000;

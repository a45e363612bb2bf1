/**
 * Returns all strings and amounts in a story's data, at any depth. Leaves out codes, dates, US states and small numbers,
 * because they may enter Temporal. New fields of the facts are included automatically.
 */
export function textsOf(tenantData: unknown): string[] {
  if (typeof tenantData === 'number') return tenantData < smallestAmount ? [] : [String(tenantData)];
  if (typeof tenantData === 'string') return known.test(tenantData) ? [] : [tenantData];
  return tenantData && typeof tenantData === 'object' ? Object.values(tenantData).flatMap(textsOf) : [];
}

/** Returns the strings that occur in a history as whole words. */
export function textsIn(history: string, texts: readonly string[]): string[] {
  return texts.filter((text) => new RegExp(`(?<!\\w)${text.replaceAll(/\W/g, '\\$&')}(?!\\w)`).test(history));
}

const known = /^([a-z_-]*|[A-Z]{2}|\d{4}-\d\d-\d\d)$/;
/** The smallest amount that must not occur in a history, in cents. */
const smallestAmount = 10_000;

/**
 * Every rule for values: its check, its message, and its JSON Schema keyword. The key is the stable `code` of the issue.
 * Validation and the OpenAPI document both read this table, so they cannot drift apart.
 */
const constraints = {
  too_short: {
    holds: (text: string, { min }: { min: number }) => hasAtLeast(text, min),
    message: ({ min }: { min: number }) => `Must have at least ${min} ${min === 1 ? 'character' : 'characters'}.`,
    keywords: ({ min }: { min: number }) => ({ minLength: min }),
  },
  too_long: {
    holds: (text: string, { max }: { max: number }) => !hasAtLeast(text, max + 1),
    message: ({ max }: { max: number }) => `Must have at most ${max} characters.`,
    keywords: ({ max }: { max: number }) => ({ maxLength: max }),
  },
  invalid_text: {
    holds: (text: string) => storableText.test(text),
    message: () => 'Must not contain NUL or unpaired surrogates.',
    keywords: () => ({ pattern: storablePattern }),
  },
  pattern: {
    holds: (text: string, { pattern }: { pattern: RegExp }) => pattern.test(text),
    message: ({ message }: { message: string }) => message,
    keywords: ({ pattern }: { pattern: RegExp }) => ({ pattern: pattern.source }),
  },
  one_of: {
    holds: (text: string, { values }: { values: readonly string[] }) => values.includes(text),
    message: ({ values }: { values: readonly string[] }) => `Must be one of: ${values.join(', ')}.`,
    keywords: ({ values }: { values: readonly string[] }) => ({ enum: [...values] }),
  },
  date: {
    holds: isCalendarDay,
    message: () => 'Must be a calendar day as YYYY-MM-DD, year 1900 to 2200.',
    keywords: () => ({ format: 'date', pattern: day.source }),
  },
  date_time: {
    holds: (text: string) => instant.test(text) && isCalendarDay(text.slice(0, 10)),
    message: () => 'Must be a time as YYYY-MM-DDTHH:MM:SSZ, year 1900 to 2200, with or without fractions and offset.',
    keywords: () => ({ format: 'date-time', pattern: instant.source }),
  },
  base64: {
    holds: isCanonicalBase64,
    message: () => 'Must be standard base64 with padding.',
    keywords: () => ({ contentEncoding: 'base64', pattern: canonicalBase64 }),
  },
  not_integer: {
    // Infinity (1e400 in JSON) also breaks the bound, which is reported instead.
    holds: (value: number) => Number.isInteger(value) || !Number.isFinite(value),
    message: () => 'Must be a whole number.',
    keywords: () => ({ type: 'integer' }),
  },
  too_small: {
    holds: (value: number, { min }: { min: number }) => value >= min,
    message: ({ min }: { min: number }) => `Must be at least ${min}.`,
    keywords: ({ min }: { min: number }) => ({ minimum: min }),
  },
  too_large: {
    holds: (value: number, { max }: { max: number }) => value <= max,
    message: ({ max }: { max: number }) => `Must be at most ${max}.`,
    keywords: ({ max }: { max: number }) => ({ maximum: max }),
  },
  too_few: {
    holds: (items: readonly unknown[], { min }: { min: number }) => items.length >= min,
    message: ({ min }: { min: number }) => `Must have at least ${min} ${min === 1 ? 'item' : 'items'}.`,
    keywords: ({ min }: { min: number }) => ({ minItems: min }),
  },
  too_many: {
    holds: (items: readonly unknown[], { max }: { max: number }) => items.length <= max,
    message: ({ max }: { max: number }) => `Must have at most ${max} items.`,
    keywords: ({ max }: { max: number }) => ({ maxItems: max }),
  },
} as const;

export type ConstraintCode = keyof typeof constraints;

/** A row as the generic code sees it; each row is declared more narrowly. */
export interface Constraint {
  holds(value: unknown, params: unknown): boolean;
  message(params: unknown): string;
  keywords(params: unknown): Record<string, unknown>;
}

export function constraint(code: ConstraintCode): Constraint {
  return constraints[code];
}

export function isConstraintCode(code: string): code is ConstraintCode {
  return Object.hasOwn(constraints, code);
}

/** No NUL and no unpaired surrogates: PostgreSQL rejects the first, UTF-8 cannot encode the others. */
// oxlint-disable-next-line no-control-regex
const storableText = /^[^\u0000\ud800-\udfff]*$/u;
/** The same for the JSON Schema: engines other than JavaScript's reject named surrogates. */
const storablePattern = '^([\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$';
const day = /^(19[0-9]{2}|2[01][0-9]{2}|2200)-[0-9]{2}-[0-9]{2}$/u;
const instant =
  /^(19[0-9]{2}|2[01][0-9]{2}|2200)-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/u;
/** Only for the JSON Schema: on ten megabytes this regular expression overflows the stack. */
const canonicalBase64 =
  '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$';

/** Counts code points, as JSON Schema does, and only as many as it has to. */
function hasAtLeast(text: string, count: number): boolean {
  if (text.length < count) return false;
  if (text.length >= 2 * count) return true;
  let found = 0;
  for (const _ of text) found += 1;
  return found >= count;
}

function isCalendarDay(text: string): boolean {
  if (!day.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  // Date.parse reads 2026-02-30 as the second of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Checks alphabet, padding and spare bits by encoding again, piece by piece to save memory. It is ten times as fast as a
 * regular expression, and one that groups by four overflows the stack on 10 MB.
 */
function isCanonicalBase64(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  if (text.length !== Math.ceil(bytes.length / 3) * 4) return false;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (!text.startsWith(bytes.toString('base64', from, from + pieceBytes), (from / 3) * 4)) return false;
  }
  return true;
}

/** Three bytes are four characters. */
const pieceBytes = 3 * 32 * 1024;

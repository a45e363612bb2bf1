/**
 * A rule for values: its check, the issue of a value that breaks it, and its keywords in JSON Schema. Validation and
 * the OpenAPI document both use it, so they can't drift apart.
 */
export interface Rule<T = unknown> {
  /** The stable `code` of the issue. */
  readonly code: string;
  readonly message: string;
  readonly keywords: Readonly<Record<string, unknown>>;
  holds(value: T): boolean;
}

/** PostgreSQL rejects NUL, and UTF-8 cannot encode unpaired surrogates. */
// oxlint-disable-next-line no-control-regex
const storable = /^[^\u0000\ud800-\udfff]*$/u;
const day = /^(19[0-9]{2}|2[01][0-9]{2}|2200)-[0-9]{2}-[0-9]{2}$/u;
const instant =
  /^(19[0-9]{2}|2[01][0-9]{2}|2200)-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/u;

/** The rules for strings, numbers and lists. Lengths count code points, as in JSON Schema. */
export const rules = {
  minLength: (min: number): Rule<string> => ({
    code: 'too_short',
    message: `Must have at least ${min} ${min === 1 ? 'character' : 'characters'}.`,
    keywords: { minLength: min },
    holds: (text) => hasAtLeast(text, min),
  }),
  maxLength: (max: number): Rule<string> => ({
    code: 'too_long',
    message: `Must have at most ${max} characters.`,
    keywords: { maxLength: max },
    holds: (text) => !hasAtLeast(text, max + 1),
  }),
  storable: {
    code: 'invalid_text',
    message: 'Must not contain NUL or unpaired surrogates.',
    // Regular expression engines other than JavaScript's don't accept surrogates in patterns.
    keywords: { pattern: '^([\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$' },
    holds: (text: string) => storable.test(text),
  },
  /** The pattern has to be anchored and have the flag `u`. */
  pattern: (pattern: RegExp, message: string): Rule<string> => ({
    code: 'pattern',
    message,
    keywords: { pattern: pattern.source },
    holds: (text) => pattern.test(text),
  }),
  oneOf: (values: readonly string[]): Rule<string> => ({
    code: 'one_of',
    message: `Must be one of: ${values.join(', ')}.`,
    keywords: { enum: [...values] },
    holds: (text) => values.includes(text),
  }),
  day: {
    code: 'date',
    message: 'Must be a date such as 2026-07-01, in the years 1900 to 2200.',
    keywords: { format: 'date', pattern: day.source },
    holds: isCalendarDay,
  },
  instant: {
    code: 'date_time',
    message:
      'Must be a time such as 2026-07-01T09:30:00Z, in the years 1900 to 2200. Fractions of a second are allowed, and an offset such as -05:00 instead of Z.',
    keywords: { format: 'date-time', pattern: instant.source },
    holds: (text: string) => instant.test(text) && isCalendarDay(text.slice(0, 10)),
  },
  base64: {
    code: 'base64',
    message: 'Must be standard base64 with padding.',
    // The check doesn't use this pattern, which overflows the stack on ten megabytes.
    keywords: {
      contentEncoding: 'base64',
      pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$',
    },
    // Also rejects spare bits that aren't zero, because encoding the decoded bytes has to give the same string.
    holds: (text: string) => Buffer.from(text, 'base64').toString('base64') === text,
  },
  whole: {
    code: 'not_integer',
    message: 'Must be a whole number.',
    keywords: { type: 'integer' },
    // Infinity (1e400 in JSON) also exceeds the maximum, and only that is reported.
    holds: (value: number) => Number.isInteger(value) || !Number.isFinite(value),
  },
  minimum: (min: number): Rule<number> => ({
    code: 'too_small',
    message: `Must be at least ${min}.`,
    keywords: { minimum: min },
    holds: (value) => value >= min,
  }),
  maximum: (max: number): Rule<number> => ({
    code: 'too_large',
    message: `Must be at most ${max}.`,
    keywords: { maximum: max },
    holds: (value) => value <= max,
  }),
  minItems: (min: number): Rule<readonly unknown[]> => ({
    code: 'too_few',
    message: `Must have at least ${min} ${min === 1 ? 'item' : 'items'}.`,
    keywords: { minItems: min },
    holds: (items) => items.length >= min,
  }),
  maxItems: (max: number): Rule<readonly unknown[]> => ({
    code: 'too_many',
    message: `Must have at most ${max} items.`,
    keywords: { maxItems: max },
    holds: (items) => items.length <= max,
  }),
} as const;

/** Whether the text has at least `count` code points. Counts them only if the length in UTF-16 doesn't settle it. */
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
  // Date.parse reads 2026-02-30 as March 2.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

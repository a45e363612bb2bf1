import { parseCents } from './format.ts';

/** A field of a report: what a person types, and what it is in the body of a request. */
export interface ReportField {
  /** Its path in the body, `rejectionReasons.0.code`. */
  name: string;
  label: string;
  kind: 'day' | 'time' | 'text' | 'long' | 'choice' | 'flag' | 'money';
  help?: string;
  /** Of a choice: its values and their names. */
  choices?: Readonly<Record<string, string>>;
  /** What follows on each choice: then they are shown beside each other, not in a list that opens. */
  consequences?: Readonly<Record<string, string>>;
  /** Without an answer the service refuses the report. */
  required?: boolean;
  /** The service would do without an answer, and the page does not. */
  needed?: boolean;
  initial?: string | boolean;
  /** Shown, and sent, only then. */
  when?: (values: ReportValues) => boolean;
  /** What is sent for the text of the field; the text itself by default. */
  as?: (text: string) => unknown;
}

/** What was typed, as nested as the body. */
export type ReportValues = Record<string, unknown>;

/** Every field has a value from the beginning. Nothing is chosen for a person where there is a choice. */
export function initialValues(fields: readonly ReportField[]): ReportValues {
  return nested(
    fields.map(({ name, kind, initial, required, choices = {} }) => {
      const [only = '', ...others] = kind === 'choice' && required ? Object.keys(choices) : [];
      return [name, initial ?? (kind === 'flag' ? false : others.length > 0 ? '' : only)];
    }),
  );
}

/** The body of a request: fields that are not shown or were left empty are left out. */
export function bodyOf(fields: readonly ReportField[], values: ReportValues): Record<string, unknown> {
  const shown = fields.filter(({ when }) => when === undefined || when(values));
  return nested(shown.flatMap((field) => entryOf(field, valueAt(values, field.name))));
}

function entryOf({ name, kind, as }: ReportField, value: Typed): [string, unknown][] {
  if (typeof value === 'boolean') return value ? [[name, true]] : [];
  const text = value?.trim() ?? '';
  if (text === '') return [];
  return [[name, kind === 'money' ? parseCents(text) : as ? as(text) : text]];
}

/** What a person has left out although the form asks for it, by the name of the field. */
export function missingFaults(fields: readonly ReportField[], values: ReportValues) {
  const isMissing = ({ name, kind, needed, required, when }: ReportField) =>
    (needed === true || (required === true && kind === 'choice')) &&
    (when?.(values) ?? true) &&
    String(valueAt(values, name) ?? '').trim() === '';
  const said = { choice: 'Choose one.', day: 'Enter the date.' } as const satisfies Partial<Record<string, string>>;
  return Object.fromEntries(
    fields
      .filter(isMissing)
      .map(({ name, kind }) => [name, (said as Partial<Record<string, string>>)[kind] ?? 'Say this first.']),
  );
}

/** Amounts that are none, by the name of their field. Everything else is checked by the service. */
export function amountFaults(fields: readonly ReportField[], values: ReportValues, message: string) {
  const isFault = ({ name, kind }: ReportField) => {
    const text = String(valueAt(values, name) ?? '').trim();
    return kind === 'money' && text !== '' && (parseCents(text) ?? -1) < 0;
  };
  return Object.fromEntries(fields.filter(isFault).map(({ name }) => [name, message]));
}

type Nested = Record<string, unknown>;
type Typed = string | boolean | undefined;

function valueAt(values: ReportValues, path: string): Typed {
  return path.split('.').reduce<unknown>((value, key) => (value as Nested | undefined)?.[key], values) as Typed;
}

/** The object with these values at their paths; a number is the place in a list. */
function nested(entries: readonly (readonly [string, unknown])[]): Nested {
  const whole: Nested = {};
  for (const [path, value] of entries) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let part = whole;
    keys.forEach((key, place) => {
      part = (part[key] ??= /^\d+$/.test(keys[place + 1] ?? last) ? [] : {}) as Nested;
    });
    part[last] = value;
  }
  return whole;
}

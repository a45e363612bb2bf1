import { parseCents } from './format.ts';

/** A field of a report: what the user types, and how it is sent in the body of the request. */
export interface ReportField {
  /** The field's path in the body, such as `rejectionReasons.0.code`. */
  name: string;
  label: string;
  kind: 'day' | 'time' | 'text' | 'long' | 'choice' | 'flag' | 'money';
  help?: string;
  /** The values of a choice, with their names. */
  choices?: Readonly<Record<string, string>>;
  /** The consequence of each choice. If set, the choices are radio buttons instead of a list that opens. */
  consequences?: Readonly<Record<string, string>>;
  /** Whether the service refuses the report without an answer. */
  required?: boolean;
  /** Whether the page requires an answer that the service doesn't need. */
  needed?: boolean;
  initial?: string | boolean;
  /** The field is shown and sent only if this returns true. */
  when?: (values: ReportValues) => boolean;
  /** Converts the text of the field into the value that is sent. By default the text itself is sent. */
  as?: (text: string) => unknown;
}

/** The typed values, nested like the body. */
export type ReportValues = Record<string, unknown>;

/** Returns an initial value for every field. Never preselects one of several choices. */
export function initialValues(fields: readonly ReportField[]): ReportValues {
  return nested(
    fields.map(({ name, kind, initial, required, choices = {} }) => {
      const [only = '', ...others] = kind === 'choice' && required ? Object.keys(choices) : [];
      return [name, initial ?? (kind === 'flag' ? false : others.length > 0 ? '' : only)];
    }),
  );
}

/** Builds the body of a request. Leaves out fields that aren't shown or are empty. */
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

/** Returns a message for each required field that is empty, by field name. */
export function missingFaults(fields: readonly ReportField[], values: ReportValues) {
  const isMissing = ({ name, kind, needed, required, when }: ReportField) =>
    (needed === true || (required === true && kind === 'choice')) &&
    (when?.(values) ?? true) &&
    String(valueAt(values, name) ?? '').trim() === '';
  const said = { choice: 'Choose one.', day: 'Enter the date.' } as const satisfies Partial<Record<string, string>>;
  return Object.fromEntries(
    fields
      .filter(isMissing)
      .map(({ name, kind }) => [name, (said as Partial<Record<string, string>>)[kind] ?? 'Answer this first.']),
  );
}

/** Returns a message for each invalid amount, by field name. The service checks everything else. */
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

/** Builds an object from values at these paths. A number in a path is an index of a list. */
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

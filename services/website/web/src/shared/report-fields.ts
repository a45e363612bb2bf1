import { parseCents } from './money.ts';

/** A field of a report: what a person types, and what it is in the body of a request. */
export interface ReportField {
  name: string;
  label: string;
  kind: 'day' | 'text' | 'long' | 'choice' | 'flag' | 'money';
  help?: string;
  /** Of a choice: its values and their names. */
  choices?: Readonly<Record<string, string>>;
  /** Without an answer the service refuses the report. */
  required?: boolean;
  initial?: string | boolean;
  /** Shown, and sent, only then. */
  when?: (values: ReportValues) => boolean;
  /** What is sent for the text of the field; the text itself by default. */
  as?: (text: string) => unknown;
}

export type ReportValues = Record<string, string | boolean>;

/** Every field has a value from the beginning, and a choice that must be made begins with its first. */
export function initialValues(fields: readonly ReportField[]): ReportValues {
  return Object.fromEntries(
    fields.map(({ name, kind, initial, required, choices }) => {
      const first = kind === 'choice' && required ? (Object.keys(choices ?? {})[0] ?? '') : '';
      return [name, initial ?? (kind === 'flag' ? false : first)];
    }),
  );
}

/** The body of a request: fields that are not shown or were left empty are left out. */
export function bodyOf(fields: readonly ReportField[], values: ReportValues): Record<string, unknown> {
  const shown = fields.filter(({ when }) => when === undefined || when(values));
  return Object.fromEntries(shown.flatMap((field) => entryOf(field, values[field.name] ?? '')));
}

function entryOf({ name, kind, as }: ReportField, value: string | boolean): [string, unknown][] {
  if (typeof value === 'boolean') return value ? [[name, true]] : [];
  const text = value.trim();
  if (text === '') return [];
  return [[name, kind === 'money' ? parseCents(text) : as ? as(text) : text]];
}

/** Amounts that are none, by the name of their field. Everything else is checked by the service. */
export function amountFaults(fields: readonly ReportField[], values: ReportValues, message: string) {
  const isFault = ({ name, kind }: ReportField) => {
    const text = String(values[name] ?? '').trim();
    return kind === 'money' && text !== '' && (parseCents(text) ?? -1) < 0;
  };
  return Object.fromEntries(fields.filter(isFault).map(({ name }) => [name, message]));
}

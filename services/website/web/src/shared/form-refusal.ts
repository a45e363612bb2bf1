import type { UseFormReturnType } from '@mantine/form';
import { Refusal } from '../api/refusal.ts';

type Form<V extends Record<string, unknown>> = Pick<UseFormReturnType<V>, 'setErrors' | 'getValues'>;

/**
 * Shows the faults of a refusal beside their fields. Returns what belongs to no field of the form, for an alert: null if
 * everything has its place. `codes` names the field of a code, such as `email_taken`.
 */
export function showRefusal<V extends Record<string, unknown>>(
  form: Form<V>,
  error: unknown,
  codes: Readonly<Record<string, keyof V & string>> = {},
): Error | null {
  if (!(error instanceof Refusal)) return error instanceof Error ? error : new Error(String(error));
  const field = codes[error.code];
  if (field !== undefined) {
    form.setErrors({ [field]: error.message });
    return null;
  }
  const fields = Object.keys(form.getValues());
  const placed = error.issues.filter(({ path }) => fields.includes(path.split(/[.[]/)[0] ?? ''));
  form.setErrors(Object.fromEntries(placed.map(({ path, message }) => [formPath(path), message])));
  return placed.length > 0 && placed.length === error.issues.length ? null : error;
}

/** `parties[0].name`, as forms write it: `parties.0.name`. A text of a list, `states[0]`, is in the field of the list. */
export function formPath(path: string): string {
  return path.replace(/\[\d+\]$/, '').replaceAll(/\[(\d+)\]/g, '.$1');
}

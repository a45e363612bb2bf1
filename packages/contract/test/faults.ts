import type { AnySchema } from 'yup';
import { validate } from '../src/validate.ts';

/** Returns every validation error of a value, each as `path code`. */
export function faults(schema: AnySchema, value: unknown): string[] {
  const checked = validate(schema, value);
  return checked.ok ? [] : checked.issues.map(({ path, code }) => `${path} ${code}`);
}

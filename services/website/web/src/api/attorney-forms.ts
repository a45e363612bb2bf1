import type { AttorneyForm } from '@evict/contract';

/** Inserted by the build. */
declare const __ATTORNEY_FORMS__: readonly AttorneyForm[];

/** The forms of what attorneys report, made from the files of the commands. */
export const attorneyForms = () => __ATTORNEY_FORMS__;

/** The name of a value, as the forms of that command list it. */
export function choiceName(kind: AttorneyForm['kind'], field: string, value: string): string {
  const fields = attorneyForms().flatMap((form) => (form.kind === kind ? (form.fields[field] ?? []) : []));
  return fields.flatMap((one) => ('names' in one ? (one.names[value] ?? []) : []))[0] ?? value;
}

import type { AttorneyForm } from '@evict/contract';
import type { pageData as inserted } from '../../../src/page-data.ts';
import type { CaseEvent, ReportedFact } from './queries.ts';

/** The build replaces this name with the data. */
declare const __PAGE_DATA__: typeof inserted;

/** Returns the data that the build inserted into the pages. */
export const pageData = () => __PAGE_DATA__;

/**
 * Returns the display name of a value, from the attorney form for this kind of command. Falls back to the value itself.
 */
export function choiceName(kind: AttorneyForm['kind'], field: string, value: string): string {
  const fields = pageData().attorneyForms.flatMap((form) => (form.kind === kind ? (form.fields[field] ?? []) : []));
  return fields.flatMap((one) => ('names' in one ? (one.names[value] ?? []) : []))[0] ?? value;
}

/** Returns the display name of an event or a reported fact. Falls back to its code, with spaces. */
export function eventName(action: CaseEvent['action'] | ReportedFact['kind']): string {
  const { events, facts } = pageData();
  return ({ ...events, ...facts } as Readonly<Record<string, string>>)[action] ?? action.replaceAll('_', ' ');
}

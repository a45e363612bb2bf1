import { randomUUID } from 'node:crypto';

const prefixes = {
  case: 'case',
  document: 'doc',
  organization: 'org',
  user: 'usr',
  session: 'ses',
  apiKey: 'key',
} as const;

/** A new id, for example `case_0b8f…`; the prefix says what it names. */
export function newId(kind: keyof typeof prefixes): string {
  return `${prefixes[kind]}_${randomUUID()}`;
}

import { randomUUID } from 'node:crypto';

const prefixes = {
  case: 'case',
  event: 'evt',
  document: 'doc',
  organization: 'org',
  user: 'usr',
  session: 'ses',
  apiKey: 'key',
  note: 'note',
  charge: 'chg',
  passwordReset: 'rst',
  mail: 'mail',
  lead: 'lead',
  attorneyToken: 'tok',
  webhookEndpoint: 'we',
  webhookDelivery: 'whd',
  operatorAction: 'opa',
} as const;

export type IdKind = keyof typeof prefixes;

/** An id, for example `case_0b8f…`; the prefix says what it names. New, unless its UUID is given. */
export function newId(kind: IdKind, uuid: string = randomUUID()): string {
  return `${prefixes[kind]}_${uuid}`;
}

/** The prefix of each kind of id. */
export const idPrefixes = {
  case: 'case',
  event: 'evt',
  document: 'doc',
  serviceAttempt: 'att',
  filing: 'fil',
  deadline: 'ddl',
  organization: 'org',
  user: 'usr',
  session: 'ses',
  passkey: 'psk',
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
  caseImport: 'imp',
  calendarLink: 'cal',
  confirmation: 'cnf',
  uploadLink: 'upl',
  intakeFile: 'inf',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** An id, for example `case_0b8f…`. */
export function idOf(kind: IdKind, uuid: string): string {
  return `${idPrefixes[kind]}_${uuid}`;
}

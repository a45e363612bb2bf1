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

/** Builds an id from its kind's prefix and a UUID, for example `case_0b8f…`. */
export function idOf(kind: IdKind, uuid: string): string {
  return `${idPrefixes[kind]}_${uuid}`;
}

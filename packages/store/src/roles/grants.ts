import type { Prisma } from '../generated/client.ts';

/** The processes that have a database role. The roles own no tables. Migrations run under the owner's login. */
export const processes = [
  'public_gateway',
  'customer_gateway',
  'attorney_gateway',
  'case_worker',
  'outbox_worker',
  'ops',
] as const;
export type Process = (typeof processes)[number];

/**
 * Returns the role of a process. The role itself can't log in. The process's login is a member of it and has no
 * privileges of its own.
 */
export function roleOf(process: Process): string {
  return `evict_${process}`;
}

export type Table = Prisma.ModelName;

/** The privilege that each letter of a grant stands for. Locking a row requires UPDATE. */
const privileges = { r: 'SELECT', i: 'INSERT', u: 'UPDATE', d: 'DELETE' } as const;
export type Privilege = (typeof privileges)[keyof typeof privileges];

/** Returns all privileges of a process on a table. */
export function privilegesOf(process: Process, table: Table): Privilege[] {
  const letters = grants[table][process] ?? '';
  return Object.entries(privileges).flatMap(([letter, privilege]) => (letters.includes(letter) ? [privilege] : []));
}

/** The sequences used to number simulated filings and court cases in the sandbox. */
export const sequences = ['sandbox_envelope', 'sandbox_docket'] as const;

/**
 * The privileges of each process on each table: r(ead), i(nsert), u(pdate), d(elete). A table in schema.prisma without
 * an entry is a compile error.
 */
export const grants: Readonly<Record<Table, Readonly<Partial<Record<Process, string>>>>> = {
  Organization: {
    public_gateway: 'riu',
    customer_gateway: 'ru',
    attorney_gateway: 'ru',
    case_worker: 'r',
    outbox_worker: 'r',
    ops: 'ru',
  },
  SingleSignOn: { public_gateway: 'r', customer_gateway: 'riud', ops: 'rd' },
  User: {
    public_gateway: 'riu',
    customer_gateway: 'riud',
    attorney_gateway: 'ru',
    case_worker: 'r',
    outbox_worker: 'ru',
    ops: 'riu',
  },
  AttorneyLicense: {
    public_gateway: 'r',
    customer_gateway: 'r',
    attorney_gateway: 'r',
    case_worker: 'r',
    outbox_worker: 'r',
    ops: 'rid',
  },
  Invitation: { public_gateway: 'rud', customer_gateway: 'riud', outbox_worker: 'rud', ops: 'rd' },
  InvitationLink: { public_gateway: 'r', customer_gateway: 'r', outbox_worker: 'ri' },
  AttorneyToken: { customer_gateway: 'r', attorney_gateway: 'riu', outbox_worker: 'rud', ops: 'riu' },
  Session: { public_gateway: 'riu', customer_gateway: 'riu', attorney_gateway: 'ru', outbox_worker: 'rud', ops: 'rud' },
  CalendarLink: { public_gateway: 'ru', customer_gateway: 'rid', ops: 'rd' },
  Passkey: { public_gateway: 'rud', customer_gateway: 'rid', attorney_gateway: 'ru', case_worker: 'r', ops: 'rd' },
  Totp: { public_gateway: 'rud', customer_gateway: 'riud', ops: 'rd' },
  RecoveryCode: { public_gateway: 'rd', customer_gateway: 'rid', ops: 'rd' },
  AddressLink: { public_gateway: 'rd', customer_gateway: 'rud', outbox_worker: 'riud', ops: 'rd' },
  ApiKey: { public_gateway: 'ru', customer_gateway: 'riud', attorney_gateway: 'r', outbox_worker: 'rud', ops: 'ru' },
  OAuthClient: { public_gateway: 'riud', outbox_worker: 'rud' },
  OAuthItem: { public_gateway: 'riu', customer_gateway: 'ru', attorney_gateway: 'r', outbox_worker: 'rud' },
  PasswordReset: { public_gateway: 'ru', customer_gateway: 'rud', outbox_worker: 'riud', ops: 'rd' },
  RateLimit: { public_gateway: 'riud', customer_gateway: 'riud', attorney_gateway: 'riud', outbox_worker: 'riud' },
  IdempotencyKey: {
    customer_gateway: 'riud',
    attorney_gateway: 'riud',
    case_worker: 'ru',
    outbox_worker: 'rud',
    ops: 'rud',
  },
  Mail: {
    public_gateway: 'ri',
    customer_gateway: 'riu',
    attorney_gateway: 'ri',
    case_worker: 'ri',
    outbox_worker: 'riud',
    ops: 'riud',
  },
  Lead: { public_gateway: 'ri', outbox_worker: 'rud', ops: 'rud' },
  Case: {
    public_gateway: 'r',
    customer_gateway: 'riu',
    attorney_gateway: 'ru',
    case_worker: 'rud',
    outbox_worker: 'ru',
    ops: 'ru',
  },
  CaseImport: { customer_gateway: 'riud', outbox_worker: 'rud', ops: 'rd' },
  CaseImportRow: { customer_gateway: 'riu', case_worker: 'rd', ops: 'rd' },
  Confirmation: { customer_gateway: 'riu', case_worker: 'rd', outbox_worker: 'rud', ops: 'rd' },
  UploadLink: { customer_gateway: 'riu', case_worker: 'rd', outbox_worker: 'rud', ops: 'rd' },
  IntakeFile: { customer_gateway: 'riud', outbox_worker: 'rud', ops: 'rd' },
  CaseSearch: { customer_gateway: 'riu', attorney_gateway: 'r', case_worker: 'rud', ops: 'rud' },
  CaseRead: { customer_gateway: 'riu', case_worker: 'rd', ops: 'rd' },
  CaseEvent: {
    public_gateway: 'r',
    customer_gateway: 'r',
    attorney_gateway: 'r',
    case_worker: 'riud',
    outbox_worker: 'r',
    ops: 'riu',
  },
  AuditEvent: {
    public_gateway: 'ri',
    customer_gateway: 'ri',
    attorney_gateway: 'i',
    case_worker: 'i',
    outbox_worker: 'riud',
    ops: 'ri',
  },
  EventFeed: { case_worker: 'riu' },
  TenantDataView: {
    public_gateway: 'ri',
    customer_gateway: 'r',
    attorney_gateway: 'ri',
    case_worker: 'rd',
    outbox_worker: 'rud',
    ops: 'ri',
  },
  Document: {
    public_gateway: 'r',
    customer_gateway: 'riud',
    attorney_gateway: 'r',
    case_worker: 'riud',
    outbox_worker: 'r',
    ops: 'ru',
  },
  Blob: { customer_gateway: 'riud', attorney_gateway: 'riud', case_worker: 'riud', ops: 'riud' },
  BlobChunk: { customer_gateway: 'ri', attorney_gateway: 'ri', case_worker: 'ri', ops: 'ri' },
  StoredBytes: { customer_gateway: 'riu', case_worker: 'riu', ops: 'riu' },
  Command: { customer_gateway: 'riu', attorney_gateway: 'riu', case_worker: 'riud', ops: 'riud' },
  Filing: { attorney_gateway: 'r', case_worker: 'riud', ops: 'ru' },
  ServiceAttempt: { attorney_gateway: 'r', case_worker: 'riud', ops: 'ru' },
  Note: { customer_gateway: 'ri', attorney_gateway: 'ri', case_worker: 'rid', ops: 'rid' },
  Charge: { customer_gateway: 'ru', attorney_gateway: 'r', case_worker: 'riud', outbox_worker: 'ru', ops: 'ru' },
  Checkout: { customer_gateway: 'riu', case_worker: 'rd', outbox_worker: 'riud', ops: 'ru' },
  WebhookEndpoint: {
    customer_gateway: 'riud',
    attorney_gateway: 'ru',
    case_worker: 'ru',
    outbox_worker: 'ru',
    ops: 'rud',
  },
  WebhookDelivery: {
    customer_gateway: 'riud',
    attorney_gateway: 'ri',
    case_worker: 'ri',
    outbox_worker: 'riud',
    ops: 'riu',
  },
  WebhookAttempt: { customer_gateway: 'rd', outbox_worker: 'rid', ops: 'r' },
  Erasure: { case_worker: 'rid', ops: 'ri' },
  OperatorAction: { customer_gateway: 'r', outbox_worker: 'rud', ops: 'riu' },
};

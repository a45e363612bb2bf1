import { Prisma } from '../generated/client.ts';

/**
 * The processes with a role in the database. None owns anything: the owner runs the migrations with a login of its own.
 */
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
 * The role of a process, which nobody logs in as. The login of the process is a member of it and has no privileges of
 * its own.
 */
export function roleOf(process: Process): string {
  return `evict_${process}`;
}

export type Table = Prisma.ModelName;
type Grants = Readonly<Partial<Record<Process, readonly string[]>>>;

/**
 * PostgreSQL requires an UPDATE privilege on some column for locking a row. `createdAt` reveals and changes nothing, and
 * a generated column has no value but its own.
 */
const lockBy = (column: 'createdAt' | 'shownBytes') => `UPDATE ("${column}")`;

/** The columns that processes read: all but hashes. */
const columnsOf = {
  User: without('passwordHash', Prisma.UserScalarFieldEnum),
  Session: without('hash', Prisma.SessionScalarFieldEnum),
  AttorneyToken: without('hash', Prisma.AttorneyTokenScalarFieldEnum),
};

function without(secret: string, columns: Readonly<Record<string, string>>): string {
  const shown = Object.keys(columns).filter((column) => column !== secret);
  return `(${shown.map((column) => `"${column}"`).join(', ')})`;
}

/** A privilege on these columns. */
const but = (privilege: 'SELECT' | 'INSERT' | 'UPDATE', table: keyof typeof columnsOf) =>
  `${privilege} ${columnsOf[table]}`;

/** The same privileges for several processes. */
function sameFor(to: readonly Process[], privileges: readonly string[]): Grants {
  return Object.fromEntries(to.map((process) => [process, privileges]));
}

const whereBytesAre = ['customer_gateway', 'attorney_gateway', 'case_worker', 'ops'] as const;

/** What a decision writes of a case: `moveCase` of packages/store/src/decisions. */
const decided = `UPDATE (state, "heldFrom", "attorneyId", "attorneyAccepted", sequence, record, "packVersions", deadlines,
  "courtCaseNumber", "nextAction", progress, "failedStep", "needsAttention", version, clock, "clockAheadMs", "retryAt",
  "updatedAt", gates, "factsHash", "noticeFactsHash", "noticeFactsVersion")`;

const courtRows = (changed: string): Grants => ({
  attorney_gateway: ['SELECT'],
  case_worker: ['SELECT', 'INSERT', `UPDATE (${changed})`],
  ops: ['SELECT'],
});

/**
 * The privileges of each process on each table, in PostgreSQL's syntax; it has no others. A table of schema.prisma
 * without a line does not compile.
 */
export const grants: Readonly<Record<Table, Grants>> = {
  Organization: {
    public_gateway: ['SELECT'],
    customer_gateway: ['SELECT', 'UPDATE (name, "timeZone")'],
    attorney_gateway: ['SELECT'],
    case_worker: ['SELECT'],
    outbox_worker: ['SELECT'],
    ops: ['SELECT', 'UPDATE (name, verified, "addressProven", withheld)'],
  },
  // Not the secret: the public gateway asks only whether passwords are off, and whose a domain is.
  SingleSignOn: {
    public_gateway: ['SELECT ("organizationId", domain, "provenAt", "localPasswords")'],
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    ops: ['SELECT ("organizationId")', 'DELETE'],
  },
  // Passwords and sessions are those of the functions in credentials.ts.
  User: {
    public_gateway: [but('SELECT', 'User')],
    customer_gateway: [but('SELECT', 'User'), 'UPDATE (name, role, "ssoHash", "mailPreferences")', 'DELETE'],
    attorney_gateway: [but('SELECT', 'User'), 'UPDATE ("asksFirst")'],
    case_worker: [but('SELECT', 'User')],
    outbox_worker: [but('SELECT', 'User')],
    ops: [but('SELECT', 'User'), but('INSERT', 'User'), but('UPDATE', 'User')],
  },
  AttorneyLicense: {
    public_gateway: ['SELECT'],
    customer_gateway: ['SELECT'],
    attorney_gateway: ['SELECT'],
    case_worker: ['SELECT'],
    outbox_worker: ['SELECT'],
    ops: ['SELECT', 'INSERT', 'DELETE'],
  },
  Invitation: {
    public_gateway: ['SELECT'],
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE (role)', 'DELETE'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
    ops: ['SELECT', 'DELETE'],
  },
  // They go with their invitation.
  InvitationLink: {
    public_gateway: ['SELECT'],
    outbox_worker: ['SELECT', 'INSERT'],
  },
  AttorneyToken: {
    attorney_gateway: [but('SELECT', 'AttorneyToken'), 'INSERT', 'UPDATE ("revokedAt", "expiresAt")'],
    outbox_worker: [but('SELECT', 'AttorneyToken'), 'UPDATE ("revokedAt")', 'DELETE'],
    ops: [but('SELECT', 'AttorneyToken'), 'INSERT', 'UPDATE ("revokedAt")'],
  },
  Session: {
    customer_gateway: [but('SELECT', 'Session'), 'UPDATE ("revokedAt", "lastUsedAt")'],
    attorney_gateway: ['SELECT (id)', 'UPDATE ("lastUsedAt")'],
    outbox_worker: [but('SELECT', 'Session'), 'UPDATE ("revokedAt")', 'DELETE'],
    ops: [but('SELECT', 'Session'), 'DELETE'],
  },
  CalendarLink: {
    public_gateway: ['SELECT', 'UPDATE'],
    customer_gateway: ['SELECT', 'INSERT', 'DELETE'],
    ops: ['SELECT', 'DELETE'],
  },
  Passkey: {
    public_gateway: ['SELECT', 'UPDATE ("signCount", "lastUsedAt")'],
    customer_gateway: ['SELECT', 'INSERT', 'DELETE'],
    attorney_gateway: ['SELECT', 'UPDATE ("signCount", "lastUsedAt")'],
    case_worker: ['SELECT'],
    ops: ['SELECT', 'DELETE'],
  },
  Totp: {
    public_gateway: ['SELECT', 'UPDATE ("lastStep")'],
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE (secret, "confirmedAt", "lastStep")', 'DELETE'],
    ops: ['SELECT', 'DELETE'],
  },
  RecoveryCode: {
    public_gateway: ['SELECT', 'DELETE'],
    customer_gateway: ['SELECT', 'INSERT', 'DELETE'],
    ops: ['SELECT', 'DELETE'],
  },
  // `proveAddress` follows them.
  AddressLink: { outbox_worker: ['SELECT', 'INSERT', lockBy('createdAt'), 'DELETE'], ops: ['SELECT', 'DELETE'] },
  ApiKey: {
    public_gateway: ['SELECT', 'UPDATE'],
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    outbox_worker: ['SELECT', 'UPDATE', 'DELETE'],
    ops: ['SELECT', 'UPDATE'],
  },
  OAuthClient: {
    public_gateway: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
  },
  OAuthItem: {
    public_gateway: ['SELECT', 'INSERT', 'UPDATE'],
    customer_gateway: ['SELECT', 'UPDATE'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
  },
  PasswordReset: {
    public_gateway: ['SELECT'],
    outbox_worker: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    ops: ['SELECT', 'DELETE'],
  },
  RateLimit: sameFor(
    ['public_gateway', 'customer_gateway', 'attorney_gateway', 'outbox_worker'],
    ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  ),
  IdempotencyKey: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    attorney_gateway: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
    ops: ['SELECT', 'UPDATE', 'DELETE'],
  },
  Mail: {
    public_gateway: ['SELECT', 'INSERT'],
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE (failure, "dueAt", payload)'],
    attorney_gateway: ['SELECT (id)', 'INSERT'],
    case_worker: ['SELECT', 'INSERT'],
    outbox_worker: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    ops: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  },
  Lead: {
    public_gateway: ['SELECT (id)', 'INSERT'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
    ops: ['SELECT', lockBy('createdAt'), 'DELETE'],
  },
  Case: {
    public_gateway: ['SELECT'],
    customer_gateway: [
      'SELECT',
      'INSERT (id, "organizationId", mode, state, "nextAction", ground, "entryPoint", jurisdiction, facts, reference)',
      'UPDATE (facts, ground, "entryPoint", jurisdiction, "factsVersion", reference, clock, "updatedAt")',
    ],
    // Not by `updatedAt`, from which retention counts.
    attorney_gateway: ['SELECT', lockBy('shownBytes')],
    // Erasing is a function's, like what operators and the outbox worker record: see `functionGrants`.
    case_worker: ['SELECT', decided],
    outbox_worker: ['SELECT', lockBy('shownBytes')],
    ops: ['SELECT', lockBy('shownBytes')],
  },
  CaseImport: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE (status, "claimedUntil", "finishedAt")', 'DELETE'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
    ops: ['SELECT', 'DELETE'],
  },
  CaseImportRow: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE (input, reference, status, "caseId", issues)'],
  },
  // A trigger says who confirms, and that it is used once.
  Confirmation: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE ("confirmedAt", hash, "usedBy")'],
    case_worker: ['SELECT'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
  },
  UploadLink: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
  },
  IntakeFile: {
    customer_gateway: ['SELECT', 'INSERT', lockBy('createdAt'), 'DELETE'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
    ops: ['SELECT ("organizationId")', 'DELETE'],
  },
  CaseSearch: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE (facts, reference)'],
    attorney_gateway: ['SELECT'],
    case_worker: ['SELECT ("caseId")', 'UPDATE ("courtCaseNumber")', 'DELETE'],
    ops: ['SELECT ("caseId")', 'DELETE'],
  },
  CaseRead: { customer_gateway: ['SELECT', 'INSERT', 'UPDATE ("readTo")'], ops: ['SELECT', 'DELETE'] },
  CaseEvent: {
    customer_gateway: ['SELECT'],
    attorney_gateway: ['SELECT'],
    case_worker: ['SELECT', 'INSERT'],
    outbox_worker: ['SELECT'],
    ops: ['SELECT'],
  },
  // Most are written by triggers and functions that run as the owner.
  AuditEvent: {
    public_gateway: ['INSERT'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
    ops: ['SELECT'],
  },
  EventFeed: { case_worker: ['SELECT', 'INSERT', 'UPDATE ("lastPosition")'] },
  TenantDataView: {
    public_gateway: ['SELECT', 'INSERT'],
    attorney_gateway: ['SELECT', 'INSERT'],
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
    ops: ['SELECT', 'INSERT'],
  },
  Document: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    attorney_gateway: ['SELECT'],
    case_worker: ['SELECT', 'INSERT', 'UPDATE (superseded)'],
    outbox_worker: ['SELECT'],
    ops: ['SELECT'],
  },
  Blob: sameFor(whereBytesAre, ['SELECT', 'INSERT', 'UPDATE (complete)', 'DELETE']),
  // They go with their blob.
  BlobChunk: sameFor(whereBytesAre, ['SELECT', 'INSERT']),
  // Triggers that run as the owner count the facts of cases. The gateway adds and removes uploads.
  StoredBytes: { customer_gateway: ['SELECT', 'INSERT', 'UPDATE'] },
  // Triggers say in whose name a process writes them, keep what was written, and say when.
  Command: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE ("writtenAt")'],
    attorney_gateway: ['SELECT', 'INSERT', 'UPDATE ("writtenAt")'],
    case_worker: ['SELECT', 'INSERT', 'UPDATE ("writtenAt", outcome)'],
    outbox_worker: ['SELECT', 'INSERT', 'UPDATE ("writtenAt")'],
    ops: ['SELECT', 'INSERT', 'UPDATE ("writtenAt")'],
  },
  Filing: courtRows('status, "envelopeId", "courtCaseNumber", "filedOn", "rejectionReasons"'),
  ServiceAttempt: courtRows('status, "servedDate", expires, citation, "failureReason"'),
  Note: {
    customer_gateway: ['SELECT', 'INSERT'],
    attorney_gateway: ['SELECT', 'INSERT'],
    case_worker: ['SELECT', 'INSERT'],
    ops: ['SELECT', 'INSERT'],
  },
  Charge: {
    customer_gateway: ['SELECT', 'UPDATE'],
    case_worker: ['SELECT', 'INSERT', 'UPDATE'],
    outbox_worker: ['SELECT', 'UPDATE'],
    ops: ['SELECT', 'UPDATE'],
  },
  Checkout: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE'],
    case_worker: ['SELECT'],
    outbox_worker: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    ops: ['SELECT', 'UPDATE'],
  },
  WebhookEndpoint: {
    customer_gateway: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    case_worker: ['SELECT', lockBy('createdAt')],
    outbox_worker: ['SELECT', 'UPDATE'],
    ops: ['SELECT', 'UPDATE', 'DELETE'],
  },
  WebhookDelivery: {
    customer_gateway: ['SELECT', 'UPDATE (status, "dueAt", "requestId", "isLast")', 'DELETE'],
    case_worker: ['SELECT', 'INSERT'],
    outbox_worker: ['SELECT', 'UPDATE', 'DELETE'],
    ops: ['SELECT', 'INSERT', 'UPDATE'],
  },
  WebhookAttempt: {
    customer_gateway: ['SELECT', 'DELETE'],
    outbox_worker: ['SELECT', 'INSERT', 'DELETE'],
    ops: ['SELECT'],
  },
  Erasure: { ops: ['SELECT', 'INSERT'] },
  OperatorAction: {
    outbox_worker: ['SELECT', lockBy('createdAt'), 'DELETE'],
    ops: ['SELECT', 'INSERT', 'UPDATE (outcome, subject)'],
  },
};

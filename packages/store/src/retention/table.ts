import type { Prisma } from '../generated/client.ts';

/**
 * What is stored, for how long, and who deletes it: one entry per database table, per kind of data in Temporal, and per
 * place outside of both. docs/retention.md is generated from it, housekeeping applies its `rules` every hour, and
 * gauges measure them. A table of schema.prisma without an entry does not compile.
 */

/** Rows that housekeeping deletes in batches, by the clock of the database. */
export interface DeletionRule {
  /** The column that holds the time. It has an index, restricted to `where` or ordered by the columns that it names. */
  readonly column: string;
  readonly days: number;
  /** An SQL condition for the rows of the rule; all rows without it. */
  readonly where?: string;
  /** A description of these rows. */
  readonly about: string;
  /** Why this number of days. */
  readonly reason: string;
  /** For a table without an index on that column: the key by which it is scanned in pages. */
  readonly scanKey?: string;
}

export interface Retained {
  /** What it contains. */
  readonly contents: string;
  /** When it is deleted beside the rules, and by whom if not by the erasure of its case or account. */
  readonly deleted?: string;
  readonly rules?: Readonly<Record<string, DeletionRule>>;
}

const withDetails = { deleted: 'with the details' } as const;
const textsWithDetails = { deleted: 'texts with the details, rows with the shell' } as const;
const withAccount = { deleted: 'by its user, or with the account' } as const;
const withShell = { deleted: 'with the shell' } as const;
const sevenYears = 2557;
const auditReason = 'a year longer than a live case';

export const tableRetention = {
  Organization: {
    contents: 'name of a customer',
    deleted: 'the name, with its last account',
  },
  SingleSignOn: {
    contents: 'identity provider of an organization, with its encrypted secret',
    deleted: 'by an owner; with the last account',
  },
  User: {
    contents: 'name, address and password hash of an account',
    deleted: 'with the account, but for its id; a removed member at once',
  },
  AttorneyLicense: {
    contents: 'states of an attorney, with the number in each',
    deleted: 'by `ops attorney license`; stays for what was approved',
  },
  Invitation: {
    contents: 'address and name of an invited person',
    deleted: 'when it is accepted, revoked or replaced',
    rules: { expired: { column: 'createdAt', days: 7, about: 'all', reason: 'valid for so long' } },
  },
  InvitationLink: { contents: 'hash of the link in one mail', deleted: 'with its invitation' },
  AttorneyToken: {
    contents: 'hash and last four of a token',
    rules: {
      revoked: { column: 'revokedAt', days: 365, about: 'revoked', reason: 'a leaked token can be traced' },
      expired: { column: 'expiresAt', days: 365, about: 'expired', reason: 'the same' },
    },
  },
  Session: {
    contents: 'hash of a session token, times of use, network and device',
    rules: {
      revoked: { column: 'revokedAt', days: 30, about: 'revoked', reason: 'time to investigate a stolen one' },
      ended: { column: 'createdAt', days: 120, about: 'all', reason: 'valid for 90 days, plus these 30' },
    },
  },
  Passkey: { contents: 'public key and name of a passkey', ...withAccount },
  Totp: { contents: 'encrypted secret of an authenticator app', ...withAccount },
  RecoveryCode: { contents: 'hash of a recovery code', deleted: 'when it is used, or with the last factor' },
  AddressLink: {
    contents: 'hash of the link that proves an address',
    deleted: 'when it is used',
    rules: { expired: { column: 'createdAt', days: 7, about: 'all', reason: 'valid for so long' } },
  },
  ApiKey: {
    contents: 'hash, last four, name and creator of a key',
    deleted: 'revoked and expired ones but for the newest 1,000; the name with the last account',
    rules: {
      expired: { column: 'expiresAt', days: sevenYears, about: 'expired', reason: 'as long as the audit trail' },
      revoked: { column: 'revokedAt', days: sevenYears, about: 'revoked', reason: 'as long as the audit trail' },
    },
  },
  CalendarLink: {
    contents: 'hash and last four of the address of a calendar',
    deleted: 'by its user; with the account, or the verification of an attorney',
  },
  PasswordReset: {
    contents: 'hash of a link',
    rules: {
      used: { column: 'usedAt', days: 0, about: 'used', reason: 'works once' },
      expired: { column: 'createdAt', days: 7, about: 'all', reason: 'valid for a week at most' },
    },
  },
  StoredBytes: { contents: 'bytes stored by an organization', deleted: 'never' },
  RateLimit: {
    contents: 'times of requests by caller',
    rules: {
      past: {
        column: 'hits[cardinality(hits)]',
        days: 1,
        about: 'all',
        reason: 'no window is longer',
        scanKey: 'key',
      },
    },
  },
  IdempotencyKey: {
    contents: 'response to a request, under a hash of its key',
    deleted: 'with the details or the account',
    rules: { old: { column: 'createdAt', days: 30, about: 'all', reason: 'the key is free again then' } },
  },
  Mail: {
    contents: 'recipient; ids for the text of an unsent one',
    deleted: 'with the account',
    rules: {
      sent: { column: 'sentAt', days: 30, about: 'sent', reason: 'time to ask about it' },
      unsent: {
        column: 'createdAt',
        days: 90,
        where: '"sentAt" IS NULL AND attempts > 0',
        about: 'abandoned',
        reason: 'time to send it again',
      },
    },
  },
  Lead: {
    contents: 'a public form, with name and address',
    deleted: 'on request, by `ops lead erase`',
    rules: { old: { column: 'createdAt', days: 730, about: 'all', reason: 'no account by then: no interest' } },
  },
  Case: {
    contents: 'facts and state of a case',
    deleted: 'as above',
  },
  CaseImport: {
    contents: 'when cases were imported',
    deleted: 'a dry run with the next import; all with the last account',
    rules: { old: { column: 'createdAt', days: 7, about: 'all', reason: 'time to repair its rows' } },
  },
  CaseImportRow: {
    contents: 'a row of an import until it was worked on; then its reference and faults',
    deleted: 'with its import, or the details of its case',
  },
  Confirmation: {
    contents: 'what an agent asked a person to confirm, by a hash, and who did',
    ...withDetails,
    rules: {
      unused: { column: 'expiresAt', days: 30, where: '"usedBy" IS NULL', about: 'unused', reason: 'time to ask why' },
    },
  },
  UploadLink: {
    contents: 'hash of a link to upload a file, and its name',
    ...withDetails,
    rules: { old: { column: 'createdAt', days: 1, about: 'all', reason: 'works for 15 minutes' } },
  },
  CaseSearch: { contents: 'address and names of a case, for the search', ...withDetails },
  CaseRead: { contents: 'until when a member has seen a case', deleted: 'with the details or the account' },
  CaseEvent: { contents: 'history of a case', ...textsWithDetails },
  ChainLink: { contents: 'hashes that chain events, audited reads, and the audit of an organization', ...withShell },
  ChainHead: { contents: 'the last of these hashes', ...withShell },
  AuditEvent: {
    contents: 'sign-ins and changes of an organization: ids, networks',
    rules: { old: { column: 'createdAt', days: sevenYears, about: 'all', reason: auditReason } },
  },
  EventFeed: { contents: 'place of the newest event', deleted: 'never: cursors stay valid' },
  TenantDataView: {
    contents: 'who read the tenant data of a case, and when',
    ...withShell,
    rules: { old: { column: 'createdAt', days: sevenYears, about: 'all', reason: auditReason } },
  },
  Document: { contents: 'name, kind, hash and size of a document', ...textsWithDetails },
  Blob: {
    contents: 'size and hash of its bytes, with `BLOB_STORE=postgres`',
    deleted: 'with the details; bytes without a document after 7 days',
  },
  BlobChunk: { contents: 'a part of these bytes', deleted: 'with its blob' },
  Command: { contents: 'a command to a case, with its text and outcome', ...withDetails },
  Filing: { contents: 'a filing with a court', ...textsWithDetails },
  ServiceAttempt: { contents: 'a service attempt', ...textsWithDetails },
  Note: { contents: 'a message on a live case', ...withDetails },
  Charge: { contents: 'amount, state and payment of a fee', deleted: 'never: part of the shell' },
  Checkout: {
    contents: "the provider's page for a charge",
    deleted: 'a paid one stays',
    rules: {
      unpaid: {
        column: 'closedAt',
        days: 90,
        where: '"paymentId" IS NULL',
        about: 'unpaid',
        reason: 'time to investigate a dispute',
      },
    },
  },
  WebhookEndpoint: {
    contents: 'address and encrypted secrets of a receiver',
    deleted: 'by the customer; with the last account',
  },
  WebhookDelivery: {
    contents: 'ids of an event and its receiver, state',
    deleted: 'with its endpoint',
    rules: {
      delivered: {
        column: 'createdAt',
        days: 90,
        where: `status = 'delivered'`,
        about: 'delivered',
        reason: 'time to ask about it',
      },
      failed: {
        column: 'createdAt',
        days: 90,
        where: `status = 'failed'`,
        about: 'failed',
        reason: 'time to request another',
      },
    },
  },
  WebhookAttempt: {
    contents: 'status, class of failure and time of an attempt',
    deleted: 'with its delivery; all but the newest 20',
  },
  Erasure: { contents: 'what was erased, when and by whom', ...withShell },
  OperatorAction: {
    contents: 'every write of the command line, without tenant data',
    rules: { old: { column: 'createdAt', days: sevenYears, about: 'all', reason: auditReason } },
  },
} as const satisfies Record<Prisma.ModelName, Retained>;

export type RetainedTable = keyof typeof tableRetention;

import { intakeDays } from '@evict/case-model';
import type { Prisma } from '../generated/client.ts';

/**
 * Defines what is stored, for how long, and who deletes it, with one entry per database table. elsewhere.ts has the
 * entries for other data. docs/retention.md is generated from all of them, housekeeping applies their `rules` every
 * hour, and gauges measure them. A table in schema.prisma without an entry is a compile error.
 */

/** Rows that housekeeping deletes in batches, by the database's clock. */
export interface DeletionRule {
  /**
   * The column with the time from which the days count. Its index has the condition `where`, or starts with the columns
   * in `where`.
   */
  readonly column: string;
  readonly days: number;
  /** An SQL condition that selects the rows. The default is all rows. */
  readonly where?: string;
  /**
   * Describes these rows in the documentation, for example `revoked`. Omitted if the rule covers all rows of the table.
   */
  readonly about?: string;
  /** Why this number of days, if it isn't obvious. */
  readonly reason?: string;
  /** The key by which the table is scanned in pages, if `column` has no index. */
  readonly scanKey?: string;
}

export interface Retained {
  readonly contents: string;
  /** When and by whom it is deleted, other than by the rules. */
  readonly deleted?: string;
  readonly rules?: Readonly<Record<string, DeletionRule>>;
}

const withDetails = { deleted: 'with the details' } as const;
const textsWithDetails = { deleted: 'texts with the details, rest with the shell' } as const;
const withAccount = { deleted: 'by its user, or with the account' } as const;
const withShell = { deleted: 'with the shell' } as const;
const sevenYears = 2557;
const auditReason = 'a year longer than a live case';

export const tableRetention = {
  Organization: {
    contents: 'name of a customer',
    deleted: 'name with the last account',
  },
  SingleSignOn: {
    contents: 'identity provider, with its encrypted secret',
    deleted: 'by an owner, or with the last account',
  },
  User: {
    contents: 'name, email and password hash of an account',
    deleted: 'with the account, except its id; a removed member at once',
  },
  AttorneyLicense: {
    contents: 'states and bar numbers of an attorney',
    deleted: 'by `ops attorney license`, unless an approval needs it',
  },
  Invitation: {
    contents: 'email and name of an invited person',
    deleted: 'when accepted, revoked or replaced',
    rules: { expired: { column: 'createdAt', days: 7 } },
  },
  InvitationLink: { contents: 'hash of a link', deleted: 'with its invitation' },
  AttorneyToken: {
    contents: 'hash and last four characters',
    rules: {
      revoked: { column: 'revokedAt', days: 365, about: 'revoked', reason: 'to trace a leak' },
      expired: { column: 'expiresAt', days: 365, about: 'expired' },
    },
  },
  Session: {
    contents: 'hash of a token, times of use, network, device',
    rules: {
      revoked: { column: 'revokedAt', days: 30, about: 'revoked', reason: 'to investigate theft' },
      ended: { column: 'createdAt', days: 120, reason: '90 days of validity, plus 30' },
    },
  },
  Passkey: { contents: 'public key and name', ...withAccount },
  Totp: { contents: 'encrypted secret of an app', ...withAccount },
  RecoveryCode: { contents: 'hash', deleted: 'when used, or with the last factor' },
  AddressLink: {
    contents: 'hash of a link',
    deleted: 'when used',
    rules: { expired: { column: 'createdAt', days: 7 } },
  },
  ApiKey: {
    contents: 'hash, last four characters, name, creator',
    deleted: 'sooner beyond the newest 1,000; name with the last account',
    rules: {
      expired: { column: 'expiresAt', days: sevenYears, about: 'expired', reason: 'like the audit' },
      revoked: { column: 'revokedAt', days: sevenYears, about: 'revoked', reason: 'like the audit' },
    },
  },
  OAuthClient: {
    contents: 'what an app says of itself',
    rules: {
      unused: {
        column: 'createdAt',
        days: 30,
        where: '"usedAt" IS NULL',
        about: 'unconnected',
        reason: 'anybody can register',
      },
      idle: { column: 'usedAt', days: 90, about: 'idle', reason: 'their tokens have ended' },
    },
  },
  OAuthItem: {
    contents: 'hash of a request for access, a code or a token',
    deleted: 'with its connection',
    rules: {
      unanswered: { column: 'expiresAt', days: 0, where: '"keyId" IS NULL', about: 'expired unanswered' },
      expired: { column: 'expiresAt', days: 1, about: 'expired', reason: 'to recognize a replay' },
    },
  },
  CalendarLink: {
    contents: 'hash and last four characters of an address',
    deleted: 'by its user, with the account, or with the verification of an attorney',
  },
  PasswordReset: {
    contents: 'hash of a link',
    rules: {
      used: { column: 'usedAt', days: 0, about: 'used' },
      expired: { column: 'createdAt', days: 7 },
    },
  },
  StoredBytes: { contents: 'bytes an organization has stored', deleted: 'never' },
  RateLimit: {
    contents: 'times of requests by caller',
    rules: {
      past: {
        column: 'hits[cardinality(hits)]',
        days: 1,

        reason: 'the longest window',
        scanKey: 'key',
      },
    },
  },
  IdempotencyKey: {
    contents: 'response to a request, hash of its key',
    deleted: 'with the details or the account',
    rules: { old: { column: 'createdAt', days: 30, reason: 'then the key is free again' } },
  },
  Mail: {
    contents: 'recipient; until sent, ids for its text',
    deleted: 'with the account',
    rules: {
      sent: { column: 'sentAt', days: 30, about: 'sent', reason: 'to answer questions' },
      unsent: {
        column: 'createdAt',
        days: 90,
        where: '"sentAt" IS NULL AND attempts > 0',
        about: 'abandoned',
        reason: 'to send it again',
      },
    },
  },
  Lead: {
    contents: 'a public form, with name and email',
    deleted: 'on request, by `ops lead erase`',
    rules: { old: { column: 'createdAt', days: 730, reason: 'no account by then' } },
  },
  Case: {
    contents: 'facts and state of a case',
    deleted: 'as above',
  },
  CaseImport: {
    contents: 'when cases were imported',
    deleted: 'a dry run with the next import; all with the last account',
    rules: { old: { column: 'createdAt', days: 7, reason: 'to repair its rows' } },
  },
  CaseImportRow: {
    contents: 'a row until processed; then its reference and faults',
    deleted: 'with its import, or the details of its case',
  },
  Confirmation: {
    contents: 'hash of what an agent asked to confirm, and who did',
    ...withDetails,
    rules: {
      unused: { column: 'expiresAt', days: 30, where: '"usedBy" IS NULL', about: 'unused', reason: 'to ask why' },
    },
  },
  UploadLink: {
    contents: 'hash of a link, name of its file',
    ...withDetails,
    rules: { old: { column: 'createdAt', days: 1 } },
  },
  IntakeFile: {
    contents: 'a file that waits for its case, with its bytes',
    deleted: 'by the customer, or when its case begins; all with the last account',
    rules: { old: { column: 'createdAt', days: intakeDays, reason: 'as the customer was told' } },
  },
  CaseSearch: { contents: 'address and names, for search', ...withDetails },
  CaseRead: { contents: 'when a member last saw a case', deleted: 'with the details or the account' },
  CaseEvent: { contents: 'history of a case', ...textsWithDetails },
  AuditEvent: {
    contents: 'sign-ins and changes: ids, networks',
    rules: { old: { column: 'createdAt', days: sevenYears, reason: auditReason } },
  },
  EventFeed: { contents: 'position of the newest event', deleted: 'never: cursors stay valid' },
  TenantDataView: {
    contents: 'who read tenant data, and when',
    ...withShell,
    rules: { old: { column: 'createdAt', days: sevenYears, reason: auditReason } },
  },
  Document: { contents: 'name, kind, hash and size', ...textsWithDetails },
  Blob: {
    contents: 'size and hash of bytes, with `BLOB_STORE=postgres`',
    deleted: 'with the details; without a document after 7 days',
  },
  BlobChunk: { contents: 'a part of these bytes', deleted: 'with its blob' },
  Command: { contents: 'a command with its text and outcome', ...withDetails },
  Filing: { contents: 'filing with a court', ...textsWithDetails },
  ServiceAttempt: { contents: 'service attempt', ...textsWithDetails },
  Note: { contents: 'message on a live case', ...withDetails },
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
        reason: 'to investigate a dispute',
      },
    },
  },
  WebhookEndpoint: {
    contents: 'URL and encrypted secrets',
    deleted: 'by the customer, or with the last account',
  },
  WebhookDelivery: {
    contents: 'ids and state',
    deleted: 'with its endpoint',
    rules: {
      delivered: {
        column: 'createdAt',
        days: 90,
        where: `status = 'delivered'`,
        about: 'delivered',
        reason: 'to answer questions',
      },
      failed: {
        column: 'createdAt',
        days: 90,
        where: `status = 'failed'`,
        about: 'failed',
        reason: 'to request another',
      },
    },
  },
  WebhookAttempt: {
    contents: 'status, time, class of failure',
    deleted: 'with its delivery, or beyond the newest 20',
  },
  Erasure: { contents: 'what was erased, when and by whom', ...withShell },
  OperatorAction: {
    contents: 'writes of the command line, without tenant data',
    rules: { old: { column: 'createdAt', days: sevenYears, reason: auditReason } },
  },
} as const satisfies Record<Prisma.ModelName, Retained>;

export type RetainedTable = keyof typeof tableRetention;

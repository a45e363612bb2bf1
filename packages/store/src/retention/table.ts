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
const textsWithDetails = { deleted: 'texts with the details, the rest with the shell' } as const;
const withAccount = { deleted: 'by its user, or with the account' } as const;
const withShell = { deleted: 'with the shell' } as const;
const sevenYears = 2557;
const auditReason = 'a year longer than the details of a live case';

export const tableRetention = {
  Organization: {
    contents: 'name of a customer',
    deleted: 'the name, with the last account',
  },
  SingleSignOn: {
    contents: 'settings of an identity provider, including its encrypted secret',
    deleted: 'by an owner, or with the last account',
  },
  User: {
    contents: 'name, email and password hash of an account',
    deleted: 'with the account, except its id; at once if a member is removed',
  },
  AttorneyLicense: {
    contents: 'states and bar numbers of an attorney',
    deleted: 'by `ops attorney license`; kept when the account is erased, because approvals refer to it',
  },
  Invitation: {
    contents: 'email and name of an invited person',
    deleted: 'when accepted, revoked or replaced',
    rules: { expired: { column: 'createdAt', days: 7 } },
  },
  InvitationLink: { contents: 'hash of the link in an invitation', deleted: 'with its invitation' },
  AttorneyToken: {
    contents: 'hash and last four characters of a token',
    rules: {
      revoked: { column: 'revokedAt', days: 365, about: 'revoked', reason: 'to trace a leak' },
      expired: { column: 'expiresAt', days: 365, about: 'expired' },
    },
  },
  Session: {
    contents: 'hash of a token, times of use, network, device',
    rules: {
      revoked: { column: 'revokedAt', days: 30, about: 'revoked', reason: 'to investigate a theft' },
      ended: { column: 'createdAt', days: 120, reason: '90 days of validity plus 30' },
    },
  },
  Passkey: { contents: 'public key and name of a passkey', ...withAccount },
  Totp: { contents: 'encrypted secret of an authenticator app', ...withAccount },
  RecoveryCode: { contents: 'hash of a recovery code', deleted: 'when used, or with the last passkey or app' },
  AddressLink: {
    contents: 'hash of a link that confirms an email address',
    deleted: 'when used',
    rules: { expired: { column: 'createdAt', days: 7 } },
  },
  ApiKey: {
    contents: 'hash, last four characters, name and creator of a key',
    deleted:
      'sooner if 1,000 newer keys of the organization in the same mode have ended; the name of a key, with the last account',
    rules: {
      expired: { column: 'expiresAt', days: sevenYears, about: 'expired', reason: 'like the audit trail' },
      revoked: { column: 'revokedAt', days: sevenYears, about: 'revoked', reason: 'like the audit trail' },
    },
  },
  OAuthClient: {
    contents: 'what an app says about itself',
    rules: {
      unused: {
        column: 'createdAt',
        days: 30,
        where: '"usedAt" IS NULL',
        about: 'unconnected',
        reason: 'anybody can register one',
      },
      idle: { column: 'usedAt', days: 90, about: 'idle', reason: 'their tokens have expired' },
    },
  },
  OAuthItem: {
    contents: 'hash of an access request, a code or a token',
    deleted: 'with its connection',
    rules: {
      unanswered: { column: 'expiresAt', days: 0, where: '"keyId" IS NULL', about: 'expired unanswered' },
      expired: { column: 'expiresAt', days: 1, about: 'expired', reason: 'to detect replays' },
    },
  },
  CalendarLink: {
    contents: 'hash and last four characters of the URL of a calendar',
    deleted: 'by its user, with the account, or when an attorney is no longer verified',
  },
  PasswordReset: {
    contents: 'hash of a link that resets a password',
    rules: {
      used: { column: 'usedAt', days: 0, about: 'used' },
      expired: { column: 'createdAt', days: 7 },
    },
  },
  StoredBytes: { contents: 'the number of bytes that an organization has stored', deleted: 'never' },
  RateLimit: {
    contents: "times of each caller's requests",
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
    contents: 'response to a request, and the hash of its key',
    deleted: 'with the details or the account',
    rules: { old: { column: 'createdAt', days: 30, reason: 'then the key can be used again' } },
  },
  Mail: {
    contents: 'recipient of an email and, until it is sent, the ids from which its text is made',
    deleted: 'with the account',
    rules: {
      sent: { column: 'sentAt', days: 30, about: 'sent', reason: 'to answer questions' },
      unsent: {
        column: 'createdAt',
        days: 90,
        where: '"sentAt" IS NULL AND attempts > 0',
        about: 'abandoned',
        reason: 'operators can send them again',
      },
    },
  },
  Lead: {
    contents: 'a form from the public website, with name and email',
    deleted: 'on request, by `ops lead erase`',
    rules: { old: { column: 'createdAt', days: 730, reason: 'older leads are no longer followed up' } },
  },
  Case: {
    contents: 'facts and state of a case',
    deleted: 'by the rules above',
  },
  CaseImport: {
    contents: 'when cases were imported',
    deleted: "dry runs at the next import; all rows when the organization's last account is erased",
    rules: { old: { column: 'createdAt', days: 7, reason: 'enough time to correct its rows' } },
  },
  CaseImportRow: {
    contents: 'the row until it is processed; after that, its reference and errors',
    deleted: 'with its import, or with the details of its case',
  },
  Confirmation: {
    contents: 'hash of what an agent asked a person to confirm, and who confirmed it',
    ...withDetails,
    rules: {
      unused: {
        column: 'expiresAt',
        days: 30,
        where: '"usedBy" IS NULL',
        about: 'unused',
        reason: 'to find out why they were not used',
      },
    },
  },
  UploadLink: {
    contents: 'hash of an upload link, and the name of its file',
    ...withDetails,
    rules: { old: { column: 'createdAt', days: 1 } },
  },
  IntakeFile: {
    contents: 'a file in the inbox, with its bytes',
    deleted: 'by the customer, when its case begins, or with the last account',
    rules: { old: { column: 'createdAt', days: intakeDays, reason: 'as the customer was told' } },
  },
  CaseSearch: { contents: 'address and names, for search', ...withDetails },
  CaseRead: { contents: 'when a member last saw a case', deleted: 'with the details or the account' },
  CaseEvent: { contents: 'history of a case', ...textsWithDetails },
  AuditEvent: {
    contents: 'record of sign-ins and changes, with ids and networks',
    rules: { old: { column: 'createdAt', days: sevenYears, reason: auditReason } },
  },
  EventFeed: { contents: 'position of the newest event', deleted: 'never, so that cursors stay valid' },
  TenantDataView: {
    contents: 'who read tenant data, and when',
    ...withShell,
    rules: { old: { column: 'createdAt', days: sevenYears, reason: auditReason } },
  },
  Document: { contents: 'name, kind, hash and size of a document', ...textsWithDetails },
  Blob: {
    contents: 'size and hash of the bytes of a document, if `BLOB_STORE` is `postgres`',
    deleted: 'with the details; after 7 days if it has no document',
  },
  BlobChunk: { contents: 'a part of the bytes of a blob', deleted: 'with its blob' },
  Command: { contents: 'a command to a case, with its text and outcome', ...withDetails },
  Filing: { contents: 'filing with a court', ...textsWithDetails },
  ServiceAttempt: { contents: 'attempt at service', ...textsWithDetails },
  Note: { contents: 'message on a live case', ...withDetails },
  Charge: { contents: 'amount, state and payment of a fee', ...withShell },
  Checkout: {
    contents: "the payment provider's page for a charge",
    deleted: 'paid ones with the shell',
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
    contents: 'ids and state of a delivery',
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
        reason: 'customers can request another attempt',
      },
    },
  },
  WebhookAttempt: {
    contents: 'status, time and error class of an attempt',
    deleted: 'with its delivery, or once the delivery has 20 newer attempts',
  },
  Erasure: { contents: 'what was erased, when and by whom', ...withShell },
  OperatorAction: {
    contents: 'what operators changed with `ops`, without tenant data',
    rules: { old: { column: 'createdAt', days: sevenYears, reason: auditReason } },
  },
} as const satisfies Record<Prisma.ModelName, Retained>;

export type RetainedTable = keyof typeof tableRetention;

import type { Prisma } from '../generated/client.ts';

/**
 * What is stored, for how long, and who deletes it: one line per database table, per kind of data in Temporal, and per
 * place outside of both. docs/retention.md is generated from it, housekeeping applies its `rules` every hour, and
 * gauges measure them. A table of schema.prisma without a line does not compile.
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
  /** What limits its growth. */
  readonly limit: string;
  /** When it is deleted, beside the rules. */
  readonly deleted?: string;
  /** Who deletes it, beside housekeeping. */
  readonly by?: string;
  readonly rules?: Readonly<Record<string, DeletionRule>>;
}

const withCase = {
  deleted:
    'its texts with the details of the case, its rows with the shell of a sandbox case; live cases keep their shell',
  by: 'erasure and retention of the case',
} as const;
const sevenYears = 2557;
const auditReason = 'a year longer than the details of a live case, to show who did what with them';

export const tableRetention = {
  Organization: {
    contents: 'the name of a customer',
    limit: 'sign-ups, which are limited by address',
    deleted: 'its name when its last account is erased; the row stays for the shells of its cases',
    by: '`ops account erase`',
  },
  User: {
    contents: 'name, address and password hash of an account; license of an attorney',
    limit: 'sign-ups, and attorneys added by operators',
    deleted:
      'name, address and password when the account is erased; id and license stay for what was approved; a removed member at once',
    by: '`ops account erase`; an owner of the organization',
  },
  AttorneyLicense: {
    contents: 'the states in which an attorney is licensed, with the number in each',
    limit: 'the states, of attorneys added by operators',
    deleted: 'when operators set other states; it stays when the account is erased, for what was approved',
    by: '`ops attorney license`',
  },
  Invitation: {
    contents: 'address and name of somebody who is invited into an organization',
    limit: '20 per hour and organization, and its number of members',
    deleted: 'when it is accepted, revoked or replaced, and with an account of its address',
    by: 'the customer, `ops account erase`',
    rules: { expired: { column: 'createdAt', days: 7, about: 'any', reason: 'it is valid for 7 days' } },
  },
  InvitationLink: {
    contents: 'hash of the link in one mail',
    limit: 'attempts to send the mail of an invitation',
    deleted: 'with its invitation',
    by: 'housekeeping, the customer',
  },
  AttorneyToken: {
    contents: 'hash and last four of a token',
    limit: 'tokens issued by operators',
    rules: {
      revoked: {
        column: 'revokedAt',
        days: 365,
        about: 'revoked',
        reason: 'a leaked token can be traced to its owner',
      },
    },
  },
  Session: {
    contents: 'hash of a session token, times of its use',
    limit: 'sign-ins, which are limited by address',
    rules: {
      revoked: {
        column: 'revokedAt',
        days: 30,
        about: 'signed out, or revoked by a new password',
        reason: 'time to investigate a stolen session',
      },
      ended: {
        column: 'createdAt',
        days: 120,
        about: 'any',
        reason: 'a session is valid for at most 90 days, plus the same 30 days',
      },
    },
  },
  ApiKey: {
    contents: 'hash and last four of a key',
    limit: '10 active keys per organization and mode, and the newest 1,000 revoked ones',
    by: 'the revocation that exceeds 1,000',
    rules: {
      revoked: {
        column: 'revokedAt',
        days: sevenYears,
        about: 'revoked',
        reason: 'customers see their revoked keys; as long as the audit',
      },
    },
  },
  PasswordReset: {
    contents: 'hash of a link',
    limit: '3 mails per hour and account',
    rules: {
      used: { column: 'usedAt', days: 0, about: 'used', reason: 'it works once' },
      expired: { column: 'createdAt', days: 1, about: 'any', reason: 'it is valid for an hour' },
    },
  },
  StoredBytes: {
    contents: 'how many bytes an organization stores in a mode',
    limit: 'two rows per organization',
    deleted: 'never: erasures reduce the count',
    by: 'nobody',
  },
  RateLimit: {
    contents: 'times of admitted requests by key: an organization, an account or an address',
    limit: 'callers of one day',
    rules: {
      past: {
        column: 'hits[cardinality(hits)]',
        days: 1,
        about: 'without a hit within a day',
        reason: 'no window is longer than a day',
        scanKey: 'key',
      },
    },
  },
  IdempotencyKey: {
    contents: 'the response to a request, under a hash of its key',
    limit: 'requests of 30 days',
    deleted: 'responses about a case with its details, and about a member with their account',
    by: 'erasure',
    rules: {
      old: { column: 'createdAt', days: 30, about: 'any', reason: 'the key can be used again after that' },
    },
  },
  Mail: {
    contents: 'recipient of a mail and, until it is sent, the ids that its text is rendered from',
    limit: 'events of cases, and limits on requests that send mail',
    deleted: 'mails to an erased account with it',
    by: '`ops account erase`',
    rules: {
      sent: { column: 'sentAt', days: 30, about: 'sent', reason: 'time to ask whether a mail was sent' },
      unsent: {
        column: 'createdAt',
        days: 90,
        where: '"sentAt" IS NULL AND attempts > 0',
        about: 'given up or dropped; a mail without an attempt is still to be sent',
        reason: 'operators send it again once the cause is fixed',
      },
    },
  },
  Lead: {
    contents: 'a submitted public form, with name and address',
    limit: '5 in ten minutes per address',
    deleted: 'on request',
    by: '`ops lead erase`',
    rules: {
      old: { column: 'createdAt', days: 730, about: 'any', reason: 'no account after two years means no interest' },
    },
  },
  Case: {
    contents: 'facts and state of a case; after erasure its shell: ids, states, times',
    limit: 'cases created per hour and organization',
    deleted: 'see the rules of cases above',
    by: 'retention, `ops case erase`',
  },
  CaseSearch: {
    contents: 'the address and the names of a case in the form in which they are searched for',
    limit: 'one row per case',
    deleted: 'with the details of the case',
    by: 'erasure of the case',
  },
  CaseEvent: { contents: 'the history of a case', limit: 'steps of the case', ...withCase },
  ChainLink: {
    contents: 'hashes that chain the events and the audited reads of a case',
    limit: 'one per event or read',
    deleted: 'with the shell of a sandbox case; those of a live case stay',
    by: 'retention of the case',
  },
  ChainHead: {
    contents: 'the place and hash of the last link of a case',
    limit: 'one row per case',
    deleted: 'with the shell of a sandbox case; that of a live case stays',
    by: 'retention of the case',
  },
  EventFeed: {
    contents: 'the place of the newest event of an organization in a mode',
    limit: 'two rows per organization',
    deleted: 'never: cursors of the feed stay valid when events are deleted',
    by: 'nobody',
  },
  TenantDataView: {
    contents: 'who read the tenant data of a case, what and when; no tenant data',
    limit: 'reads by attorneys and operators',
    deleted: 'with the shell of a sandbox case',
    by: 'retention of the case',
    rules: { old: { column: 'createdAt', days: sevenYears, about: 'any', reason: auditReason } },
  },
  Document: { contents: 'name, kind, hash and size of a document', limit: 'stored bytes of a case', ...withCase },
  Blob: {
    contents: 'size and hash of the bytes of a document, with BLOB_STORE=postgres',
    limit: 'stored bytes of a case and of an organization',
    deleted: 'with the details of the case; later arrivals on the next day; bytes without a document after 7 days',
    by: 'erasure of the case; the daily retention',
  },
  BlobChunk: {
    contents: 'a chunk of these bytes',
    limit: 'stored bytes of a case and of an organization',
    deleted: 'with its blob',
    by: 'erasure of the case; the daily retention',
  },
  Command: {
    contents: 'what somebody asks of a case, with its text, and what became of it',
    limit: 'requests of a caller; commands of operators',
    deleted: 'with the details of the case',
    by: 'erasure of the case',
  },
  Filing: { contents: 'a filing with a court', limit: 'steps of a case', ...withCase },
  ServiceAttempt: { contents: 'a service attempt', limit: 'steps of a case', ...withCase },
  Note: {
    contents: 'a message on a live case',
    limit: '20 in ten minutes per organization, and per attorney',
    deleted: 'with the details of the case',
    by: 'erasure of the case',
  },
  Charge: {
    contents: 'amount, state and times of a fee, id of its payment',
    limit: 'one per live case',
    deleted: 'never: it is part of the shell of a live case',
    by: 'nobody',
  },
  Checkout: {
    contents: "the provider's page for a charge",
    limit: 'one open at a time per charge',
    deleted: 'a paid one stays with its charge',
    by: 'nobody',
    rules: {
      unpaid: {
        column: 'closedAt',
        days: 90,
        where: '"paymentId" IS NULL',
        about: 'closed without a payment',
        reason: 'the provider accepts no payment any longer; time to investigate a dispute',
      },
    },
  },
  WebhookEndpoint: {
    contents: 'address and encrypted secret of a receiver',
    limit: 'endpoints of an organization',
    deleted: 'when the customer deletes it, or the last account of the organization is erased',
    by: 'the customer, `ops account erase`',
  },
  WebhookDelivery: {
    contents: 'an event for a receiver: ids and a state',
    limit: 'events times endpoints in 90 days',
    deleted: 'with its endpoint',
    by: 'the customer',
    rules: {
      delivered: {
        column: 'createdAt',
        days: 90,
        where: `status = 'delivered'`,
        about: 'delivered',
        reason: 'time to ask what was delivered',
      },
      failed: {
        column: 'createdAt',
        days: 90,
        where: `status = 'failed'`,
        about: 'given up',
        reason: 'time to request another delivery',
      },
    },
  },
  WebhookAttempt: {
    contents: 'status, class of failure and time of one attempt',
    limit: 'the newest 20 of a delivery: five, and those that are asked for',
    deleted: 'with its delivery; an older one when another is recorded',
    by: 'housekeeping, the outbox worker',
  },
  Erasure: {
    contents: 'what was erased, when and by whom',
    limit: 'erasures',
    deleted: 'with the shell of a sandbox case; the others stay',
    by: 'retention of the case',
  },
  OperatorAction: {
    contents: 'every write of the command line: operator, command, subject, outcome; no tenant data',
    limit: 'commands of operators',
    rules: { old: { column: 'createdAt', days: sevenYears, about: 'any', reason: auditReason } },
  },
} as const satisfies Record<Prisma.ModelName, Retained>;

export type RetainedTable = keyof typeof tableRetention;

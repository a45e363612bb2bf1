import type { Prisma } from '../generated/client.ts';

/**
 * What is kept, for how long, and who deletes it: one line for each table of the database, each kind of thing in
 * Temporal, and each place outside of both. docs/retention.md is made from it, the hourly housekeeping does what its
 * `rules` say, and the gauges of retention measure them. A table of schema.prisma without a line does not compile.
 */

/** Rows that have had their time. Deleted in batches by housekeeping, on the database's clock. */
export interface DeletionRule {
  /** The column whose time counts. It has an index, restricted to `where` or ordered by the columns that it names. */
  readonly column: string;
  readonly days: number;
  /** SQL: which rows of the table the rule is about; all of them without it. */
  readonly where?: string;
  /** Which rows these are, in words. */
  readonly about: string;
  /** Why after that time and not sooner or later. */
  readonly reason: string;
  /** For a table without a column of that kind: it is read whole, page by page in the order of this key. */
  readonly walk?: string;
}

export interface Kept {
  /** What it holds. */
  readonly holds: string;
  /** What bounds its growth. */
  readonly bound: string;
  /** When it goes, where no rule says so. */
  readonly goes?: string;
  /** Who deletes it, beside housekeeping. */
  readonly by?: string;
  readonly rules?: Readonly<Record<string, DeletionRule>>;
}

const withCase = {
  goes: 'its texts with the details of the case, its rows with the shell of a sandbox case; that of a live case stays',
  by: 'erasure and retention of the case',
} as const;
const sevenYears = 2557;
const auditReason = 'a year longer than the details of a live case: who did what with them can be told as long';

export const keptTables = {
  Organization: {
    holds: 'the name of a customer',
    bound: 'sign-ups, which are limited by address',
    goes: 'its name when its last account is erased; the row stays for the shells of its cases',
    by: '`ops account erase`',
  },
  User: {
    holds: 'name, address and password hash of an account; licence of an attorney',
    bound: 'sign-ups, and attorneys added by operators',
    goes: 'name, address and password when the account is erased; id and licence stay for what was approved',
    by: '`ops account erase`',
  },
  AttorneyToken: {
    holds: 'hash and last four of a token',
    bound: 'tokens issued by operators',
    rules: {
      revoked: {
        column: 'revokedAt',
        days: 365,
        about: 'revoked',
        reason: 'a token that turns up is traced to who had it',
      },
    },
  },
  Session: {
    holds: 'hash of a session token, times of its use',
    bound: 'sign-ins, which are limited by address',
    rules: {
      revoked: {
        column: 'revokedAt',
        days: 30,
        about: 'signed out, or revoked by a new password',
        reason: 'time to look into a stolen session',
      },
      ended: {
        column: 'createdAt',
        days: 120,
        about: 'any',
        reason: 'none is good for more than 90 days; then the same 30 days',
      },
    },
  },
  ApiKey: {
    holds: 'hash and last four of a key',
    bound: '10 active ones for an organization and mode, and the newest 1,000 revoked ones',
    by: 'the revocation that makes 1,001 of them',
    rules: {
      revoked: {
        column: 'revokedAt',
        days: sevenYears,
        about: 'revoked',
        reason: 'customers see their revoked keys; kept as long as the audit',
      },
    },
  },
  PasswordReset: {
    holds: 'hash of a link',
    bound: '3 mails an hour for an account',
    rules: {
      used: { column: 'usedAt', days: 0, about: 'used', reason: 'it works once' },
      expired: { column: 'createdAt', days: 1, about: 'any', reason: 'it is good for an hour' },
    },
  },
  StoredBytes: {
    holds: 'how many bytes an organization stores in a mode',
    bound: 'two rows for each organization',
    goes: 'never: it counts down with what is erased',
    by: 'nobody',
  },
  RateLimit: {
    holds: 'times of what was admitted under a key: an organization, an account or an address',
    bound: 'callers of one day',
    rules: {
      past: {
        column: 'hits[cardinality(hits)]',
        days: 1,
        about: 'with no hit within a day, or none at all',
        reason: 'no window is longer than an hour',
        walk: 'key',
      },
    },
  },
  IdempotencyKey: {
    holds: 'the answer to a request, under a hash of its key',
    bound: 'requests of 30 days',
    goes: 'answers about a case with its details',
    by: 'erasure',
    rules: {
      old: { column: 'createdAt', days: 30, about: 'any', reason: 'a key is new again after that' },
    },
  },
  Mail: {
    holds: 'recipient of a mail, and until it is sent the ids that its text is made from',
    bound: 'what happens to cases, and limits of what sends mail',
    goes: 'mails to an erased account with it',
    by: '`ops account erase`',
    rules: {
      sent: { column: 'sentAt', days: 30, about: 'sent', reason: 'time to ask whether a mail went out' },
      unsent: {
        column: 'createdAt',
        days: 90,
        where: '"sentAt" IS NULL AND attempts > 0',
        about: 'given up or dropped; one that was never tried is still to be sent',
        reason: 'operators send it again once its cause is gone',
      },
    },
  },
  Lead: {
    holds: 'what somebody wrote in a public form, with name and address',
    bound: '5 in ten minutes from an address',
    goes: 'on request',
    by: '`ops lead erase`',
    rules: {
      old: { column: 'createdAt', days: 730, about: 'any', reason: 'who has no account after two years wants none' },
    },
  },
  Case: {
    holds: 'facts and state of a case; after erasure its shell: ids, states, times',
    bound: 'cases created an hour by an organization',
    goes: 'see the rules of cases below',
    by: 'retention, `ops case erase`',
  },
  CaseEvent: { holds: 'the history of a case', bound: 'steps of its life', ...withCase },
  TenantDataView: {
    holds: 'who read the tenant data of a case, what and when; no tenant data',
    bound: 'reads by attorneys and operators',
    goes: 'with the shell of a sandbox case',
    by: 'retention of the case',
    rules: { old: { column: 'createdAt', days: sevenYears, about: 'any', reason: auditReason } },
  },
  Document: { holds: 'name, kind, hash and size of a document', bound: 'stored bytes of a case', ...withCase },
  Blob: {
    holds: 'size and hash of the bytes of a document, with BLOB_STORE=postgres',
    bound: 'stored bytes of a case and of an organization',
    goes: 'with the details of the case; what arrives after that on the next day; what no document names after 7 days',
    by: 'erasure of the case; the daily retention',
  },
  BlobChunk: {
    holds: 'a piece of these bytes',
    bound: 'stored bytes of a case and of an organization',
    goes: 'with its blob',
    by: 'erasure of the case; the daily retention',
  },
  AttorneyCommand: {
    holds: 'what an attorney told a case, with its free text',
    bound: 'commands to a case, which are limited by attorney',
    goes: 'with the details of the case',
    by: 'erasure of the case',
  },
  OperatorCommand: {
    holds: 'the same of an operator',
    bound: 'what operators do',
    goes: 'with the details of the case',
    by: 'erasure of the case',
  },
  Filing: { holds: 'a filing with a court', bound: 'steps of a case', ...withCase },
  ServiceAttempt: { holds: 'an attempt to serve', bound: 'steps of a case', ...withCase },
  Note: {
    holds: 'a message on a live case',
    bound: '20 in ten minutes for an organization',
    goes: 'with the details of the case',
    by: 'erasure of the case',
  },
  Charge: {
    holds: 'amount, state and times of a fee, id of its payment',
    bound: 'one for a live case',
    goes: 'never: it is part of the shell of a live case',
    by: 'nobody',
  },
  Checkout: {
    holds: "the provider's page for a charge",
    bound: 'one open at a time for a charge',
    goes: 'one that was paid stays with its charge',
    by: 'nobody',
    rules: {
      unpaid: {
        column: 'closedAt',
        days: 90,
        where: '"paymentId" IS NULL',
        about: 'over without a payment',
        reason: 'the provider has said that none can come in; time to look into a dispute',
      },
    },
  },
  WebhookEndpoint: {
    holds: 'address and encrypted secret of a receiver',
    bound: 'endpoints of an organization',
    goes: 'when the customer deletes it, or the last account of the organization is erased',
    by: 'the customer, `ops account erase`',
  },
  WebhookDelivery: {
    holds: 'one event for one receiver: ids and a state',
    bound: 'events times endpoints, of 90 days',
    goes: 'with its endpoint',
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
        reason: 'time to have it delivered again',
      },
    },
  },
  WebhookAttempt: {
    holds: 'status, class of failure and time of one attempt',
    bound: '5 for a delivery, and those of operators',
    goes: 'with its delivery',
    by: 'housekeeping',
  },
  Erasure: {
    holds: 'what was erased, when, on whose word',
    bound: 'erasures',
    goes: 'with the shell of a sandbox case; the others stay',
    by: 'retention of the case',
  },
  OperatorAction: {
    holds: 'every write of the command line: operator, command, subject, outcome; no tenant data',
    bound: 'what operators do',
    rules: { old: { column: 'createdAt', days: sevenYears, about: 'any', reason: auditReason } },
  },
} as const satisfies Record<Prisma.ModelName, Kept>;

export type KeptTable = keyof typeof keptTables;

const byTemporal = { by: "Temporal, by the namespace's retention period" } as const;
const ninetyDays = '90 days after its end (retention period of the namespace)';

/** In Temporal: ids, hashes, dates and states alone. */
export const keptInTemporal = {
  'process of a case, its history, its entry in visibility': {
    holds: 'commands, timers and results of a case by ids and codes',
    bound: 'one open run for each open case, which continues as new before its history is large',
    goes: `at the erasure of the case; an earlier run, and one that is not erased yet, ${ninetyDays}`,
    by: 'erasure, retention (`erased_histories`); Temporal',
  },
  'run of retention': {
    holds: 'counts, and the place in a list of cases',
    bound: 'one run a day',
    goes: ninetyDays,
    ...byTemporal,
  },
  'delivery of a mail, of a webhook, of a refund (standalone activity)': {
    holds: 'the id of the row, attempts and classes of failures',
    bound: 'mails, webhook deliveries and refunds of 90 days',
    goes: ninetyDays,
    ...byTemporal,
  },
  'schedule of retention': { holds: 'when it runs', bound: 'one', goes: 'never', by: 'nobody' },
  'task queues and versions of workers': {
    holds: 'who polls, build ids',
    bound: 'queues and builds in use',
    goes: 'when nobody polls any more',
    by: 'Temporal',
  },
} as const satisfies Record<string, Kept>;

export const keptOutside = {
  'bytes of documents in a bucket (BLOB_STORE=s3)': {
    holds: 'documents and uploads',
    bound: 'as the table Blob',
    goes: 'with the details of the case; what arrives after that on the next day; what no document names after 7 days',
    by: 'erasure of the case; the daily retention',
  },
  'list of erasures (ERASURE_LIST)': {
    holds: 'one file for each erasure: an id, who, when, a state',
    bound: 'erasures',
    goes: 'that of a sandbox case with its shell; any other may be deleted once every backup is younger than it',
    by: 'retention; operators',
  },
  backups: {
    holds: 'everything of its moment',
    bound: 'how many you keep',
    goes: 'keep none longer than a year: the list of erasures has sandbox cases for that long',
    by: 'operators',
  },
  logs: {
    holds: 'ids, routes, times, classes of failures; no tenant data',
    bound: 'requests',
    goes: 'as the platform that collects them says; 30 days are enough for us',
    by: 'operators',
  },
  'metrics and traces': {
    holds: 'counts and times, without ids in metrics',
    bound: 'requests',
    goes: 'as Prometheus and the collector are told',
    by: 'operators',
  },
  'temporary files of large request bodies': {
    holds: 'one body while its request runs',
    bound: 'requests at once',
    goes: 'with its request, or with the process',
    by: 'the gateway',
  },
} as const satisfies Record<string, Kept>;

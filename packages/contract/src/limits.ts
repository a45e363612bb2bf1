/**
 * Allows at most `count` requests within `windowSeconds` for each `scope`. The database counts them, so the limit is
 * exact across all processes.
 */
export interface Limit {
  readonly count: number;
  readonly windowSeconds: number;
  readonly scope: 'address' | 'account' | 'attorney' | 'organization' | 'organization and mode' | 'case';
  /** What is counted: a plural noun phrase for the documentation. */
  readonly what: string;
  /** A remark for the documentation. */
  readonly note?: string;
}

/** The rate limits that the database counts. Their names are part of the counters' keys. */
export const limits = {
  authentication: { count: 10, windowSeconds: 600, scope: 'address', what: 'sign-ups and sign-ins' },
  wrongPassword: {
    count: 5,
    windowSeconds: 900,
    scope: 'account',
    what: 'wrong passwords',
    note: 'a successful sign-in or a password reset clears the count',
  },
  lead: { count: 5, windowSeconds: 600, scope: 'address', what: 'messages, applications and requests for access' },
  passwordReset: { count: 10, windowSeconds: 600, scope: 'address', what: 'calls to the password reset endpoints' },
  resetMail: {
    count: 3,
    windowSeconds: 3600,
    scope: 'account',
    what: 'password reset emails',
    note: 'further requests get the same response, but send no email',
  },
  wrongCode: {
    count: 5,
    windowSeconds: 900,
    scope: 'account',
    what: 'wrong second-factor codes',
    note: 'passkeys are not counted',
  },
  secondStep: { count: 10, windowSeconds: 600, scope: 'address', what: 'second sign-in steps' },
  addressMail: {
    count: 3,
    windowSeconds: 3600,
    scope: 'account',
    what: 'emails to confirm an address',
    note: 'further requests get the same response, but send no email',
  },
  keyMail: {
    count: 10,
    windowSeconds: 3600,
    scope: 'organization',
    what: 'emails about new API keys',
    note: 'further keys send no email',
  },
  passwordProof: {
    count: 10,
    windowSeconds: 600,
    scope: 'account',
    what: 'changes confirmed with the current password',
  },
  invitation: { count: 20, windowSeconds: 3600, scope: 'organization', what: 'invitations' },
  invitationMail: {
    count: 5,
    windowSeconds: 86_400,
    scope: 'account',
    what: 'invitations to one email address',
    note: 'from all organizations together',
  },
  singleSignOn: { count: 60, windowSeconds: 600, scope: 'address', what: 'calls to the single sign-on endpoints' },
  singleSignOnSettings: {
    count: 20,
    windowSeconds: 3600,
    scope: 'organization',
    what: 'changes to single sign-on',
  },
  appRegistration: { count: 20, windowSeconds: 3600, scope: 'address', what: 'app registrations' },
  authorization: { count: 60, windowSeconds: 600, scope: 'address', what: 'access requests by apps and devices' },
  connectionRequest: {
    count: 60,
    windowSeconds: 600,
    scope: 'organization',
    what: 'app access requests read or answered',
  },
  acceptance: { count: 10, windowSeconds: 600, scope: 'address', what: 'invitations accepted' },
  note: { count: 20, windowSeconds: 600, scope: 'organization', what: 'notes by customers' },
  attorneyNote: { count: 20, windowSeconds: 600, scope: 'attorney', what: 'notes by attorneys' },
  redelivery: { count: 30, windowSeconds: 60, scope: 'organization', what: 'webhook redeliveries' },
  advance: { count: 60, windowSeconds: 60, scope: 'organization', what: 'sandbox advances and simulations' },
  /** Each report about a live case sends an email to its attorney. */
  cureReport: { count: 20, windowSeconds: 600, scope: 'case', what: 'cure reports' },
  /** Each fact about a live case sends an email to its attorney. */
  fact: { count: 20, windowSeconds: 600, scope: 'case', what: 'facts reported by customers' },
  /** Corrections count too. Each sends an email to the customer. */
  report: {
    count: 100,
    windowSeconds: 600,
    scope: 'case',
    what: 'reports by attorneys',
    note: 'reviews and outcomes are not counted',
  },
  caseCreation: {
    count: 10_000,
    windowSeconds: 3600,
    scope: 'organization and mode',
    what: 'cases created',
    note: 'the allowance refills evenly over the hour',
  },
  caseImport: { count: 20, windowSeconds: 3600, scope: 'organization and mode', what: 'imports of cases' },
  confirmation: { count: 60, windowSeconds: 600, scope: 'organization and mode', what: 'confirmations requested' },
  attachment: { count: 60, windowSeconds: 60, scope: 'attorney', what: 'documents attached by attorneys' },
  uploadByLink: { count: 60, windowSeconds: 600, scope: 'address', what: 'uploads to upload links' },
  uploadLink: { count: 300, windowSeconds: 60, scope: 'organization and mode', what: 'upload links' },
  upload: { count: 300, windowSeconds: 60, scope: 'organization and mode', what: 'uploads' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** The names of the limits with this scope. */
export type LimitOf<Scope> = { [K in LimitName]: (typeof limits)[K] extends { scope: Scope } ? K : never }[LimitName];
export type AddressLimit = LimitOf<'address'>;

/**
 * The IPv6 networks that count as one address. A host can use any address in its /64, and a site any /64 in its /48, so
 * a /48 as a whole gets only ten times the limit.
 */
export const ipv6Counting = { hostBits: 64, siteBits: 48, siteFactor: 10 } as const;

/**
 * A token bucket: `burst` requests at once, then `perSecond` more each second. Each process keeps its own bucket in
 * memory, which saves a round trip, so several gateways together admit a multiple of this rate.
 */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
  readonly what: string;
}

/** The rates for an organization in one mode, or for an attorney. */
export const rates = {
  read: { perSecond: 1000, burst: 100_000, what: 'Authenticated GET requests' },
  command: { perSecond: 100, burst: 6000, what: 'Other authenticated requests' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof rates;

/**
 * The rate for reading a calendar through its secret link. Calendar programs read it every 15 minutes or less often.
 */
export const calendarRate = { perSecond: 0.1, burst: 30, what: 'Calendar reads' } as const satisfies Rate;

/**
 * The rate for token requests and revocations from one network. The devices in an office share an address, and so do
 * the users of a hosted app: ten devices that poll every 5 seconds make 2 requests a second, and 2,000 connections that
 * refresh every 15 minutes make 2.2.
 */
export const appTokenRate = { perSecond: 5, burst: 600, what: 'Token requests by apps' } as const satisfies Rate;

/**
 * The maximum number of webhook messages in flight from one outbox worker: to one endpoint, and to all endpoints of an
 * organization in one mode together.
 */
export const deliveriesAtOnce = { endpoint: 10, organization: 40 } as const;

/**
 * The default storage quota of an organization in one mode, in bytes. It covers uploads and, as JSON, the facts of
 * cases. Deployments can change it.
 */
export const defaultStorageQuota = { test: 500 * 1024 ** 2, live: 20 * 1024 ** 3 } as const;

/** The maximum number of active API keys per organization and mode. */
export const maxActiveApiKeys = 10;

/** The maximum number of connected apps per organization and mode. */
export const maxConnections = 50;

/** For how many days an app stays connected: `unused` counts from its last token refresh, and `most` from the start. */
export const connectionDays = { unused: 30, most: 90 } as const;

/** The maximum number of valid tokens per attorney. */
export const maxActiveAttorneyTokens = 10;

/** The maximum number of calendar links per mode, for each member, attorney and organization. */
export const maxCalendarLinks = 10;

/** The maximum number of deadlines in a calendar. The nearest ones are included. */
export const maxCalendarEvents = 500;

/** The maximum number of files in an organization's inbox in one mode, and their maximum total size in bytes. */
export const maxIntakeFiles = 200;
export const maxIntakeBytes = { test: 100 * 1024 * 1024, live: 500 * 1024 * 1024 } as const;

/** The maximum number of inbox files with which a case can begin. Their bytes are copied while the request waits. */
export const maxIntakeFilesOfCase = 10;

/** The maximum number of passkeys per user. */
export const maxPasskeys = 20;

/**
 * The maximum number of members of an organization, including open invitations. One response lists all of them, and all
 * of them get the emails about cases.
 */
export const maxMembers = 100;

/** The maximum number of webhook endpoints per organization and mode. Each event can be posted to all of them. */
export const maxWebhookEndpoints = 20;

/** The maximum size of an upload, in bytes after decoding. */
export const maxDocumentBytes = 10 * 1024 * 1024;

/** The maximum total size of a case's documents in bytes, including generated ones. */
export const maxCaseBytes = { test: 50 * 1024 * 1024, live: 500 * 1024 * 1024 } as const;

/** The maximum number of facts that customers can report about a case. Each stays in the history of the case. */
export const maxCustomerFacts = 200;

/**
 * The maximum number of documents in a case, including replaced ones. Each takes up a row, and space in every response
 * that returns the case.
 */
export const maxCaseDocuments = { test: 200, live: 1000 } as const;

/**
 * Limits on the structure of a JSON body, checked before it is parsed. The largest valid case has about 10,000 values
 * and field names, and its longest string takes 60 KB with every character escaped.
 */
export const jsonLimits = {
  /** Nesting depth of arrays and objects. */
  depth: 32,
  /** Values and field names together, including the body itself. */
  values: 25_000,
  fieldsPerObject: 1000,
  /** The length of one string or field name, in bytes as sent. */
  textBytes: 256 * 1024,
} as const;

/** The maximum sizes of request bodies, in bytes. */
export const bodyLimits = {
  default: 64 * 1024,
  /** The largest valid case takes 2 MB, or 6 MB with its characters escaped. */
  case: 8 * 1024 * 1024,
  upload: 14 * 1024 * 1024,
  caseImport: 20 * 1024 * 1024,
} as const;

/**
 * The maximum number of rows in an import, and the maximum size of a row in bytes. The largest valid case takes 2 MB.
 */
export const maxImportRows = 5000;
export const maxImportRowBytes = 3 * 1024 * 1024;

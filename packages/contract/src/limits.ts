/** At most `count` times within `windowSeconds` per `scope`. Counted in the database, so exact across all processes. */
export interface Limit {
  readonly count: number;
  readonly windowSeconds: number;
  readonly scope: 'address' | 'account' | 'attorney' | 'organization' | 'organization and mode' | 'case';
  /** What is counted, in the plural, as the documentation names it. */
  readonly what: string;
  /** What the documentation adds. */
  readonly note?: string;
}

/** The names are the keys of the counters. */
export const limits = {
  authentication: { count: 10, windowSeconds: 600, scope: 'address', what: 'sign-ups and sign-ins' },
  wrongPassword: {
    count: 5,
    windowSeconds: 900,
    scope: 'account',
    what: 'wrong passwords',
    note: 'a sign-in or reset clears the count',
  },
  lead: { count: 5, windowSeconds: 600, scope: 'address', what: 'public leads' },
  passwordReset: { count: 10, windowSeconds: 600, scope: 'address', what: 'calls of both password reset endpoints' },
  resetMail: {
    count: 3,
    windowSeconds: 3600,
    scope: 'account',
    what: 'password reset emails',
    note: 'more send no email, with the same response',
  },
  wrongCode: {
    count: 5,
    windowSeconds: 900,
    scope: 'account',
    what: 'wrong codes of a second factor',
    note: 'passkeys do not count',
  },
  secondStep: { count: 10, windowSeconds: 600, scope: 'address', what: 'second steps of sign-ins' },
  addressMail: {
    count: 3,
    windowSeconds: 3600,
    scope: 'account',
    what: 'links that prove an email address',
    note: 'more send no email, with the same response',
  },
  keyMail: {
    count: 10,
    windowSeconds: 3600,
    scope: 'organization',
    what: 'emails about new API keys',
    note: 'more send no email',
  },
  passwordProof: {
    count: 10,
    windowSeconds: 600,
    scope: 'account',
    what: 'changes confirmed by the current password',
  },
  invitation: { count: 20, windowSeconds: 3600, scope: 'organization', what: 'invitations' },
  invitationMail: {
    count: 5,
    windowSeconds: 86_400,
    scope: 'account',
    what: 'invitations to one email address',
    note: 'by all organizations',
  },
  singleSignOn: { count: 60, windowSeconds: 600, scope: 'address', what: 'calls of both single sign-on endpoints' },
  singleSignOnSettings: {
    count: 20,
    windowSeconds: 3600,
    scope: 'organization',
    what: 'changes of single sign-on',
  },
  appRegistration: { count: 20, windowSeconds: 3600, scope: 'address', what: 'registrations of apps' },
  authorization: { count: 60, windowSeconds: 600, scope: 'address', what: 'requests for access by apps and devices' },
  connectionRequest: {
    count: 60,
    windowSeconds: 600,
    scope: 'organization',
    what: 'requests of apps read and answered',
  },
  acceptance: { count: 10, windowSeconds: 600, scope: 'address', what: 'invitations accepted' },
  note: { count: 20, windowSeconds: 600, scope: 'organization', what: 'notes by customers' },
  attorneyNote: { count: 20, windowSeconds: 600, scope: 'attorney', what: 'notes by attorneys' },
  redelivery: { count: 30, windowSeconds: 60, scope: 'organization', what: 'webhook redeliveries' },
  advance: { count: 60, windowSeconds: 60, scope: 'organization', what: 'sandbox advances and simulations' },
  /** Each report about a live case sends a mail to its attorney. */
  cureReport: { count: 20, windowSeconds: 600, scope: 'case', what: 'cure reports' },
  /** The same. */
  fact: { count: 20, windowSeconds: 600, scope: 'case', what: 'facts reported by customers' },
  /** A correction sends a mail to the customer. */
  report: {
    count: 100,
    windowSeconds: 600,
    scope: 'case',
    what: 'reports by attorneys',
    note: 'reviews and outcomes do not count',
  },
  caseCreation: {
    count: 10_000,
    windowSeconds: 3600,
    scope: 'organization and mode',
    what: 'cases created',
    note: 'refills evenly',
  },
  caseImport: { count: 20, windowSeconds: 3600, scope: 'organization and mode', what: 'imports of cases' },
  confirmation: { count: 60, windowSeconds: 600, scope: 'organization and mode', what: 'confirmations requested' },
  attachment: { count: 60, windowSeconds: 60, scope: 'attorney', what: 'documents attached by attorneys' },
  uploadByLink: { count: 60, windowSeconds: 600, scope: 'address', what: 'uploads by a link' },
  uploadLink: { count: 300, windowSeconds: 60, scope: 'organization and mode', what: 'upload links' },
  upload: { count: 300, windowSeconds: 60, scope: 'organization and mode', what: 'uploads' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** The limits that are counted for one kind of subject. */
export type LimitOf<Scope> = { [K in LimitName]: (typeof limits)[K] extends { scope: Scope } ? K : never }[LimitName];
export type AddressLimit = LimitOf<'address'>;

/**
 * The IPv6 networks that count as one address: a host chooses freely among the addresses of its /64, and a site among
 * the networks of its /48, which together have ten times the limit.
 */
export const ipv6Counting = { hostBits: 64, siteBits: 48, siteFactor: 10 } as const;

/**
 * A token bucket: `burst` at once, and then `perSecond`. It is in the memory of each process, which saves a round trip;
 * with several gateways each admits this rate.
 */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
  readonly what: string;
}

/** Of one organization in one mode, or of one attorney. */
export const rates = {
  read: { perSecond: 1000, burst: 100_000, what: 'Authenticated GET requests' },
  command: { perSecond: 100, burst: 6000, what: 'Other authenticated requests' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof rates;

/** Reads of one calendar by its secret address. A client reads it every 15 minutes or more rarely. */
export const calendarRate = { perSecond: 0.1, burst: 30, what: 'Reads of a calendar' } as const satisfies Rate;

/**
 * Requests for tokens and their revocation from one network. Offices and hosted apps share an address: ten devices that
 * poll every 5 seconds make 2 a second, and 2,000 apps that refresh every 15 minutes make 2.2.
 */
export const appTokenRate = { perSecond: 5, burst: 600, what: 'Token requests of apps' } as const satisfies Rate;

/** Webhook messages in flight at a time from one outbox worker; an organization's places in a mode are shared by its endpoints. */
export const deliveriesAtOnce = { endpoint: 10, organization: 40 } as const;

/**
 * Storage quota of one organization in one mode, in bytes: its uploads, and the facts of its cases as JSON. Deployments
 * can change it.
 */
export const defaultStorageQuota = { test: 500 * 1024 ** 2, live: 20 * 1024 ** 3 } as const;

/** Active keys of an organization in one mode. */
export const maxActiveApiKeys = 10;

/** Connected apps of an organization in one mode. */
export const maxConnections = 50;

/** How long a connection lasts: `unused` after the last refresh, and no longer than `most` in all. */
export const connectionDays = { unused: 30, most: 90 } as const;

/** Tokens of an attorney that are valid at once. */
export const maxActiveAttorneyTokens = 10;

/** Calendar links of one person or attorney, and of an organization, in one mode. */
export const maxCalendarLinks = 10;

/** Deadlines in one calendar: the nearest ones. */
export const maxCalendarEvents = 500;

/** Files that wait in the inbox of an organization in a mode, and their bytes together. */
export const maxIntakeFiles = 200;
export const maxIntakeBytes = { test: 100 * 1024 * 1024, live: 500 * 1024 * 1024 } as const;

/** Files with which one case is begun: their bytes are copied while the request waits. */
export const maxIntakeFilesOfCase = 10;

/** Passkeys of one user. */
export const maxPasskeys = 20;

/** Members of an organization and open invitations together: all are in one response, and get the mail about cases. */
export const maxMembers = 100;

/** Webhook endpoints of an organization in one mode: each event is posted to every one of them. */
export const maxWebhookEndpoints = 20;

/** A decoded upload. */
export const maxDocumentBytes = 10 * 1024 * 1024;

/** All documents of one case, including generated ones. */
export const maxCaseBytes = { test: 50 * 1024 * 1024, live: 500 * 1024 * 1024 } as const;

/** Facts that a customer reports of one case: each takes a row for good. */
export const maxCustomerFacts = 200;

/** The number of these, including replaced ones: each takes a row, and space in every response of its case. */
export const maxCaseDocuments = { test: 200, live: 1000 } as const;

/**
 * The content of a body, counted before it is parsed. The largest case of the interface has about 10,000 values and
 * names; its longest text takes 60 KB with every character escaped.
 */
export const jsonLimits = {
  /** Nesting depth of arrays and objects. */
  depth: 32,
  /** Values and field names together, including the body itself. */
  values: 25_000,
  fieldsPerObject: 1000,
  /** Of one text or field name, in bytes as sent. */
  textBytes: 256 * 1024,
} as const;

/** Request bodies, before they are parsed. */
export const bodyLimits = {
  default: 64 * 1024,
  /** The largest valid case has 2 MB, and 6 MB with its characters escaped. */
  case: 8 * 1024 * 1024,
  upload: 14 * 1024 * 1024,
  caseImport: 20 * 1024 * 1024,
} as const;

/** Rows of one import of cases, and the bytes of one row: the largest valid case has 2 MB. */
export const maxImportRows = 5000;
export const maxImportRowBytes = 3 * 1024 * 1024;

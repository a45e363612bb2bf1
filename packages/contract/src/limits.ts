/**
 * Allows at most `count` requests within `windowSeconds` for each `scope`. The database counts them, so that the limit is
 * exact across all processes.
 */
export interface Limit {
  readonly count: number;
  readonly windowSeconds: number;
  readonly scope: 'address' | 'account' | 'attorney' | 'organization' | 'organization and mode' | 'case';
  /** What is counted, as a plural for the documentation. */
  readonly what: string;
  /** A remark for the documentation. */
  readonly note?: string;
}

/** The names are also the keys of the counters. */
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
  /** Each fact about a live case sends a mail to its attorney. */
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

/** The limits that count one kind of subject. */
export type LimitOf<Scope> = { [K in LimitName]: (typeof limits)[K] extends { scope: Scope } ? K : never }[LimitName];
export type AddressLimit = LimitOf<'address'>;

/**
 * The IPv6 networks that count as one address. A host can use any address of its /64, and a site any network of its
 * /48, which as a whole has ten times the limit.
 */
export const ipv6Counting = { hostBits: 64, siteBits: 48, siteFactor: 10 } as const;

/**
 * A token bucket: `burst` requests at once, and then `perSecond`. It is kept in each process's memory, which saves a
 * round trip; with several gateways each one admits this rate.
 */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
  readonly what: string;
}

/** Rates of one organization in one mode, or of one attorney. */
export const rates = {
  read: { perSecond: 1000, burst: 100_000, what: 'Authenticated GET requests' },
  command: { perSecond: 100, burst: 6000, what: 'Other authenticated requests' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof rates;

/** Reads of one calendar by its secret address. Calendar programs read it every 15 minutes or less often. */
export const calendarRate = { perSecond: 0.1, burst: 30, what: 'Reads of a calendar' } as const satisfies Rate;

/**
 * Token requests and revocations from one network. Offices and hosted apps share an address: ten devices that poll
 * every 5 seconds make 2 requests a second, and 2,000 apps that refresh every 15 minutes make 2.2.
 */
export const appTokenRate = { perSecond: 5, burst: 600, what: 'Token requests of apps' } as const satisfies Rate;

/** Webhook messages in flight from one outbox worker. An organization's limit in a mode is shared by its endpoints. */
export const deliveriesAtOnce = { endpoint: 10, organization: 40 } as const;

/**
 * The storage quota of one organization in one mode, in bytes: its uploads, and the facts of its cases as JSON.
 * Deployments can change it.
 */
export const defaultStorageQuota = { test: 500 * 1024 ** 2, live: 20 * 1024 ** 3 } as const;

/** The most active keys of an organization in one mode. */
export const maxActiveApiKeys = 10;

/** The most connected apps of an organization in one mode. */
export const maxConnections = 50;

/** How many days a connection lasts: `unused` after the last refresh, and `most` in total. */
export const connectionDays = { unused: 30, most: 90 } as const;

/** The most valid tokens of an attorney. */
export const maxActiveAttorneyTokens = 10;

/** The most calendar links of one person or attorney, and of an organization, in one mode. */
export const maxCalendarLinks = 10;

/** The most deadlines in one calendar. The nearest ones are kept. */
export const maxCalendarEvents = 500;

/** The most files in the inbox of an organization in a mode, and their total size. */
export const maxIntakeFiles = 200;
export const maxIntakeBytes = { test: 100 * 1024 * 1024, live: 500 * 1024 * 1024 } as const;

/** The most files with which a case is started. Their bytes are copied while the request waits. */
export const maxIntakeFilesOfCase = 10;

/** The most passkeys of one user. */
export const maxPasskeys = 20;

/**
 * The most members of an organization, including open invitations. All of them are in one response and get the mail
 * about cases.
 */
export const maxMembers = 100;

/** The most webhook endpoints of an organization in one mode. Each event is posted to every one of them. */
export const maxWebhookEndpoints = 20;

/** The largest upload after decoding. */
export const maxDocumentBytes = 10 * 1024 * 1024;

/** The largest total size of a case's documents, including generated ones. */
export const maxCaseBytes = { test: 50 * 1024 * 1024, live: 500 * 1024 * 1024 } as const;

/** The most facts that a customer can report about one case. Each takes a row forever. */
export const maxCustomerFacts = 200;

/** The most documents of a case, including replaced ones. Each takes a row, and space in every response of its case. */
export const maxCaseDocuments = { test: 200, live: 1000 } as const;

/**
 * Limits of a body's structure, counted before it is parsed. The largest valid case has about 10,000 values and names,
 * and its longest text takes 60 KB with every character escaped.
 */
export const jsonLimits = {
  /** Nesting depth of arrays and objects. */
  depth: 32,
  /** Values and field names together, including the body itself. */
  values: 25_000,
  fieldsPerObject: 1000,
  /** The length of one text or field name, in bytes as sent. */
  textBytes: 256 * 1024,
} as const;

/** The largest request bodies, in bytes, before they are parsed. */
export const bodyLimits = {
  default: 64 * 1024,
  /** The largest valid case has 2 MB, or 6 MB with its characters escaped. */
  case: 8 * 1024 * 1024,
  upload: 14 * 1024 * 1024,
  caseImport: 20 * 1024 * 1024,
} as const;

/** The most rows of one import, and the most bytes of one row. The largest valid case has 2 MB. */
export const maxImportRows = 5000;
export const maxImportRowBytes = 3 * 1024 * 1024;

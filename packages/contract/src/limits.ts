/**
 * How often something may be done: at most `count` times within `windowSeconds`, counted per `scope`. Counted in the
 * database, so it is exact over all processes.
 */
export interface Limit {
  readonly count: number;
  readonly windowSeconds: number;
  readonly scope: 'address' | 'account' | 'organization' | 'organization and mode' | 'case';
  /** What is counted, as the documentation names it. */
  readonly what: string;
  /** What the documentation adds. */
  readonly note?: string;
}

/** Each name is what the counter is kept under. */
export const limits = {
  authentication: { count: 10, windowSeconds: 600, scope: 'address', what: 'Sign-ups and sign-ins together' },
  wrongPassword: {
    count: 5,
    windowSeconds: 900,
    scope: 'account',
    what: 'Wrong passwords',
    note: 'a successful sign-in clears the count',
  },
  lead: { count: 5, windowSeconds: 600, scope: 'address', what: 'Public leads' },
  passwordReset: { count: 10, windowSeconds: 600, scope: 'address', what: 'Both password reset endpoints together' },
  resetMail: {
    count: 3,
    windowSeconds: 3600,
    scope: 'account',
    what: 'Password reset mails',
    note: 'beyond it the same answer is given and nothing is sent',
  },
  note: { count: 20, windowSeconds: 600, scope: 'organization', what: 'Notes' },
  advance: { count: 60, windowSeconds: 60, scope: 'organization', what: 'Sandbox advances' },
  /** Each report of a live case is a mail to its attorney. */
  cureReport: { count: 20, windowSeconds: 600, scope: 'case', what: 'Reported cures' },
  caseCreation: {
    count: 10_000,
    windowSeconds: 3600,
    scope: 'organization and mode',
    what: 'Cases created',
    note: 'all of them may come at once; they come back evenly over the hour',
  },
  upload: { count: 300, windowSeconds: 60, scope: 'organization and mode', what: 'Uploads' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/**
 * The share of IPv6 that counts as one address: a host chooses freely among the addresses of its /64, and a site among
 * the networks of its /48, which together have ten times the limit.
 */
export const ipv6Counting = { hostBits: 64, siteBits: 48, siteFactor: 10 } as const;

/**
 * A token bucket: `burst` at once, and `perSecond` from then on. Kept in the memory of each process, so that a request
 * costs no round trip; several gateways admit as many times more.
 */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
  readonly what: string;
}

/** Of one organization in one mode, or of one attorney. */
export const rates = {
  read: { perSecond: 1000, burst: 100_000, what: 'GET requests with a credential' },
  command: { perSecond: 100, burst: 6000, what: 'Other requests with a credential' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof rates;

/** Tries of webhook deliveries of one organization in one mode; those beyond it wait for their turn. */
export const deliveryRate = { perSecond: 50, burst: 3000, what: 'Webhook deliveries' } as const satisfies Rate;

/**
 * What one organization may keep in one mode, in bytes: its uploads, and the facts of its cases as JSON. A deployment
 * can set others.
 */
export const defaultStorageQuota = { test: 500 * 1024 ** 2, live: 20 * 1024 ** 3 } as const;

/** Active keys of an organization in one mode. */
export const maxActiveApiKeys = 10;

/** Webhook endpoints of an organization in one mode: each event is posted to every one of them. */
export const maxWebhookEndpoints = 20;

/** A decoded upload. */
export const maxDocumentBytes = 10 * 1024 * 1024;

/** All documents of one case, those that the service made included: nobody may fill the database. */
export const maxCaseBytes = { test: 50 * 1024 * 1024, live: 500 * 1024 * 1024 } as const;

/** How many those may be, replaced ones included: each one takes a row, and room in every answer of its case. */
export const maxCaseDocuments = { test: 200, live: 1000 } as const;

/** A page of cases ends here as well as at its limit, and has one case at least. */
export const maxPageBytes = 8 * 1024 * 1024;

/**
 * What a body may hold once it is parsed, counted while its bytes come in. The largest case of the interface has some
 * 10,000 values and names; its longest text takes 60 KB where every character is escaped.
 */
export const jsonLimits = {
  /** Arrays and objects inside each other. */
  depth: 32,
  /** Values and field names together, the whole body among them. */
  values: 25_000,
  fieldsPerObject: 1000,
  /** Of one text or field name, in bytes as sent. */
  textBytes: 256 * 1024,
} as const;

/** Request bodies, before they are parsed. */
export const bodyLimits = {
  default: 64 * 1024,
  case: 4 * 1024 * 1024,
  upload: 14 * 1024 * 1024,
} as const;

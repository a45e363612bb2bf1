/** How often something may be done: at most `count` times within any `windowSeconds`, counted per `scope`. */
export interface Limit {
  readonly count: number;
  readonly windowSeconds: number;
  readonly scope: 'address' | 'account' | 'organization' | 'case';
}

/** The limits of the interface; each name is what the counter is kept under. */
export const limits = {
  /** Sign-ups and sign-ins together. */
  authentication: { count: 10, windowSeconds: 600, scope: 'address' },
  wrongPassword: { count: 5, windowSeconds: 900, scope: 'account' },
  lead: { count: 5, windowSeconds: 600, scope: 'address' },
  /** Both reset endpoints together. */
  passwordReset: { count: 10, windowSeconds: 600, scope: 'address' },
  /** Beyond it the same answer is given and nothing is sent. */
  resetMail: { count: 3, windowSeconds: 3600, scope: 'account' },
  note: { count: 20, windowSeconds: 600, scope: 'organization' },
  advance: { count: 60, windowSeconds: 60, scope: 'organization' },
  /** Each report of a live case is a mail to its attorney. */
  cureReport: { count: 20, windowSeconds: 600, scope: 'case' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** Active keys of an organization in one mode. */
export const maxActiveApiKeys = 10;

/** Webhook endpoints of an organization in one mode: each event is posted to every one of them. */
export const maxWebhookEndpoints = 20;

/** A decoded upload. */
export const maxDocumentBytes = 10 * 1024 * 1024;

/** All documents of one case, those that the service made included: nobody may fill the database. */
export const maxCaseBytes = { test: 50 * 1024 * 1024, live: 500 * 1024 * 1024 } as const;

/** Request bodies, before they are parsed. */
export const bodyLimits = {
  default: 64 * 1024,
  case: 4 * 1024 * 1024,
  upload: 14 * 1024 * 1024,
} as const;

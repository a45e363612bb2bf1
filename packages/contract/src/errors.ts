/**
 * Every error of the API. Clients branch on the code, which is stable; the text may change. A code's first status is
 * its default.
 */
export const errorCodes = {
  invalid_request: { statuses: [400, 422], text: 'The request is invalid. See `details`.' },
  unauthenticated: {
    statuses: [401],
    text: 'The credential is missing or invalid. Send Authorization: Bearer <credential>.',
  },
  invalid_credentials: { statuses: [401], text: 'Wrong email or password.' },
  forbidden: { statuses: [403], text: "This credential doesn't allow that." },
  live_unavailable: { statuses: [403], text: 'Live mode is not available here. Use test mode.' },
  attorney_not_eligible: {
    statuses: [403],
    text: "The attorney is not verified, or not licensed in the property's state.",
  },
  not_found: { statuses: [404], text: 'Not found.' },
  invalid_state: { statuses: [409], text: "This can't be changed in its current state." },
  invalid_transition: { statuses: [409], text: "The current state of the case doesn't allow that." },
  guard_failed: { statuses: [409], text: 'Something this step requires is missing.' },
  stale_approval: {
    statuses: [409],
    text: 'The approved hashes do not match the current documents. Review them again.',
  },
  key_limit: {
    statuses: [409],
    text: 'The limit is reached. Revoke a key, token or link first, or disconnect an app.',
  },
  cannot_revoke_current_key: { statuses: [409], text: "A key can't revoke itself. Use another key or a session." },
  sandbox_only: { statuses: [409], text: 'Only test cases in the sandbox jurisdiction ZZ allow this.' },
  nothing_to_advance: { statuses: [409], text: 'There is no step to advance right now.' },
  idempotency_conflict: {
    statuses: [409],
    text: 'This Idempotency-Key was already used for a different request. Use a new one.',
  },
  email_taken: { statuses: [409], text: 'An account with this email already exists.' },
  payments_unavailable: { statuses: [409], text: 'Online payment is not available.' },
  charge_not_due: { statuses: [409], text: 'The charge is already paid, void or refunded.' },
  attorney_direct_only: { statuses: [409], text: 'Notes can only be added to live cases.' },
  confirmation_required: {
    statuses: [409],
    text: 'A person has to confirm this. A signed-in member can do so on the page at `details.url`.',
  },
  erased: { statuses: [409, 410], text: 'The details were erased and cannot be restored.' },
  invalid_reset_token: { statuses: [400], text: 'The link is invalid, expired or already used. Ask for a new one.' },
  payload_too_large: { statuses: [413], text: 'The request body is too large.' },
  unsupported_media_type: { statuses: [415], text: 'This content type is not supported.' },
  gates_failed: { statuses: [422], text: 'The case does not pass every gate. See `details`.' },
  prior_notice_missing: { statuses: [422], text: 'Set priorNotice before uploading the notice.' },
  documents_unavailable: {
    statuses: [422],
    text: 'There are no documents for this jurisdiction, ground and entry point.',
  },
  unsupported_state: { statuses: [422], text: 'A live case needs a property in a US state or DC.' },
  rate_limited: { statuses: [429], text: 'Too many requests. Try again after the number of seconds in Retry-After.' },
  busy: { statuses: [503], text: 'The service is busy. Send the same request again.' },
  internal: { statuses: [500], text: 'An unexpected error occurred.' },
} as const satisfies Record<string, { statuses: readonly [number, ...number[]]; text: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** One invalid value in a request. A 400 lists all of them. */
export interface Issue {
  /** A dotted path with indexes, such as `parties[0].name`. Empty for the whole body. */
  path: string;
  code: string;
  message: string;
}

export interface ApiErrorOptions {
  /** Only for a code that has several statuses. */
  status?: number;
  /** A public message that replaces the code's text. */
  message?: string;
  details?: unknown;
  retryAfterSeconds?: number;
  /** For the log only. It is never part of a response. */
  cause?: unknown;
}

/** Thrown by a route to refuse a request. Rendered as `{error: {code, message, details}}`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errorCodes[code].text, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? errorCodes[code].statuses[0];
    this.details = options.details ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Creates a 400 `invalid_request` that lists these issues. */
export function invalidRequest(issues: Issue[]): ApiError {
  return new ApiError('invalid_request', { details: { issues } });
}

/**
 * Every error of the interface. The code is stable and what clients branch on; the text may change.
 * The first status is the usual one.
 */
export const errorCodes = {
  invalid_request: { statuses: [400, 422], text: 'The request is invalid.' },
  unauthenticated: { statuses: [401], text: 'Send a valid credential: Authorization: Bearer <credential>.' },
  invalid_credentials: { statuses: [401], text: 'Email or password is wrong.' },
  forbidden: { statuses: [403], text: 'This credential may not do that.' },
  live_unavailable: { statuses: [403], text: 'Live mode is not available here.' },
  attorney_not_eligible: {
    statuses: [403],
    text: 'The attorney is not verified, or not licensed in the state of the property.',
  },
  not_found: { statuses: [404], text: 'Not found.' },
  invalid_state: { statuses: [409], text: 'What this would change is not in a state that allows it.' },
  invalid_transition: { statuses: [409], text: 'The case does not allow this in its current state.' },
  guard_failed: { statuses: [409], text: 'Something this step needs is missing.' },
  stale_approval: { statuses: [409], text: 'The approved hashes are not those of the current documents.' },
  key_limit: { statuses: [409], text: 'The organization already has 10 active keys in this mode.' },
  cannot_revoke_current_key: { statuses: [409], text: 'A key cannot revoke itself.' },
  sandbox_only: { statuses: [409], text: 'Only test cases in the sandbox jurisdiction ZZ can be advanced.' },
  nothing_to_advance: { statuses: [409], text: 'The case waits for no step that could be taken now.' },
  idempotency_conflict: { statuses: [409], text: 'This Idempotency-Key was used with another request.' },
  email_taken: { statuses: [409], text: 'An account with this email exists.' },
  payments_unavailable: { statuses: [409], text: 'Online payment is off.' },
  charge_not_due: { statuses: [409], text: 'The charge is not due.' },
  attorney_direct_only: { statuses: [409], text: 'Only live cases take notes.' },
  erased: { statuses: [409, 410], text: 'The details were erased.' },
  invalid_reset_token: { statuses: [400], text: 'The reset link is unknown, used or expired.' },
  payload_too_large: { statuses: [413], text: 'The body is too large.' },
  unsupported_media_type: { statuses: [415], text: 'This content type is not accepted.' },
  gates_failed: { statuses: [422], text: 'The case does not pass its gates.' },
  prior_notice_missing: { statuses: [422], text: 'Record priorNotice before uploading the notice.' },
  documents_unavailable: { statuses: [422], text: 'There are no documents for this place, ground and entry point.' },
  unsupported_state: { statuses: [422], text: 'Live cases need a property in a US state or DC.' },
  rate_limited: { statuses: [429], text: 'Too many requests. Retry after the seconds in Retry-After.' },
  busy: { statuses: [503], text: 'The service is busy. Send the request again.' },
  internal: { statuses: [500], text: 'Unexpected error.' },
} as const satisfies Record<string, { statuses: readonly [number, ...number[]]; text: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** A fault of one value of a request; a 400 lists all of them. */
export interface Issue {
  /** Dotted path with indexes, for example `parties[0].name`; empty for the whole body. */
  path: string;
  code: string;
  message: string;
}

export interface ApiErrorOptions {
  /** Only for a code with several statuses. */
  status?: number;
  /** Public; replaces the text of the code. */
  message?: string;
  details?: unknown;
  retryAfterSeconds?: number;
  /** Internal: for the log, never for the response. */
  cause?: unknown;
}

/** Thrown by a route to reject a request; rendered as `{error: {code, message, details}}`. */
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

/** 400 `invalid_request` with every fault. */
export function invalidRequest(issues: Issue[]): ApiError {
  return new ApiError('invalid_request', { details: { issues } });
}

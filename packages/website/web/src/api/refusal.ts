import type { ErrorCode } from '@evict/contract';
import type { Output } from './contract.ts';

/** The service's error codes, and two for requests without a usable response. */
export type RefusalCode = ErrorCode | 'offline' | 'unreachable';

/** What is wrong with one field. */
interface Issue {
  path: string;
  code: string;
  message: string;
}

/** The service's error response, or a request that failed without one. Branch on `code`. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: unknown;
  /** How many seconds to wait before trying again. Null if the service doesn't say. */
  readonly retryAfter: number | null;

  constructor(
    code: RefusalCode,
    {
      status = 0,
      message = code,
      details = null,
      retryAfter = null,
    }: Partial<Pick<Refusal, 'status' | 'message' | 'details' | 'retryAfter'>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  /** What is wrong with individual fields. Empty for every code except `invalid_request`. */
  get issues(): readonly Issue[] {
    const issues = (this.details as { issues?: unknown } | null)?.issues;
    return Array.isArray(issues) ? (issues as Issue[]) : [];
  }

  /** The gate results if a submit was refused because of them. Otherwise null. */
  get gates(): Output<'POST /v1/cases/{id}/validate'>['results'] | null {
    if (this.code !== 'gates_failed') return null;
    return (this.details as Partial<Output<'POST /v1/cases/{id}/validate'>> | null)?.results ?? null;
  }

  /**
   * Whether the request may have taken effect: there was no usable response, or the service reported an error of its
   * own.
   */
  get isOutcomeUnknown(): boolean {
    return this.code === 'offline' || this.code === 'unreachable' || this.status >= 500;
  }

  /** Whether an earlier attempt with the same Idempotency-Key is still in progress. */
  get isInProgress(): boolean {
    return this.status === 409 && this.retryAfter !== null;
  }

  /** Whether a retry has to use the same Idempotency-Key, because the service hasn't recorded a response under it. */
  get keepsKey(): boolean {
    return this.isOutcomeUnknown || this.isInProgress || this.status === 401 || this.status === 429;
  }
}

/** Returns the code of a refusal, or null for any other error. */
export function codeOf(error: unknown): RefusalCode | null {
  return error instanceof Refusal ? error.code : null;
}

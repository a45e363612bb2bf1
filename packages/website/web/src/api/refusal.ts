import type { ErrorCode } from '@evict/contract';
import type { Output } from './contract.ts';

/** Codes of the service, and two for requests that never got a response. */
export type RefusalCode = ErrorCode | 'offline' | 'unreachable';

/** A fault of one field. */
export interface Issue {
  path: string;
  code: string;
  message: string;
}

/** What the service responds instead of a result. Branch on `code`. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: unknown;
  /** Seconds after which the request can succeed; null if the service does not say. */
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

  /** The faults of the fields; empty for every code but `invalid_request`. */
  get issues(): readonly Issue[] {
    const issues = (this.details as { issues?: unknown } | null)?.issues;
    return Array.isArray(issues) ? (issues as Issue[]) : [];
  }

  /** The checks of a submit that was refused because of them; otherwise null. */
  get gates(): Output<'POST /v1/cases/{id}/validate'>['results'] | null {
    if (this.code !== 'gates_failed') return null;
    return (this.details as Partial<Output<'POST /v1/cases/{id}/validate'>> | null)?.results ?? null;
  }

  /** Whether the service may have done what was asked, or may do it when asked again under the same key. */
  get isOutcomeUnknown(): boolean {
    return this.code === 'offline' || this.code === 'unreachable' || this.status >= 500;
  }

  /** Whether an earlier attempt with the same Idempotency-Key is still under way. */
  get isInProgress(): boolean {
    return this.status === 409 && this.retryAfter !== null;
  }

  /** Whether the same request has to be sent under the same Idempotency-Key: no answer to it is on record. */
  get keepsKey(): boolean {
    return this.isOutcomeUnknown || this.isInProgress || this.status === 401 || this.status === 429;
  }
}

/** Why something failed: the code of a refusal; null for anything else. */
export function codeOf(error: unknown): RefusalCode | null {
  return error instanceof Refusal ? error.code : null;
}

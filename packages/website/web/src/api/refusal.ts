import type { ErrorCode } from '@evict/contract';
import type { Output } from './contract.ts';

/** The codes of the service, and two for requests without a response. */
export type RefusalCode = ErrorCode | 'offline' | 'unreachable';

/** The fault of one field. */
interface Issue {
  path: string;
  code: string;
  message: string;
}

/** The service's error response. Branch on `code`. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: unknown;
  /** The seconds after which the request can succeed. Null if the service doesn't say. */
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

  /** The faults of fields. Empty for every code but `invalid_request`. */
  get issues(): readonly Issue[] {
    const issues = (this.details as { issues?: unknown } | null)?.issues;
    return Array.isArray(issues) ? (issues as Issue[]) : [];
  }

  /** The gate results if they are the reason why a submit was refused. Otherwise null. */
  get gates(): Output<'POST /v1/cases/{id}/validate'>['results'] | null {
    if (this.code !== 'gates_failed') return null;
    return (this.details as Partial<Output<'POST /v1/cases/{id}/validate'>> | null)?.results ?? null;
  }

  /** Whether the request may have taken effect, or may still do so when it is sent again under the same key. */
  get isOutcomeUnknown(): boolean {
    return this.code === 'offline' || this.code === 'unreachable' || this.status >= 500;
  }

  /** Whether an earlier attempt with the same Idempotency-Key is still in progress. */
  get isInProgress(): boolean {
    return this.status === 409 && this.retryAfter !== null;
  }

  /** Whether the same request has to be sent under the same Idempotency-Key, because no response to it is recorded. */
  get keepsKey(): boolean {
    return this.isOutcomeUnknown || this.isInProgress || this.status === 401 || this.status === 429;
  }
}

/** The code of a refusal. Null for any other error. */
export function codeOf(error: unknown): RefusalCode | null {
  return error instanceof Refusal ? error.code : null;
}

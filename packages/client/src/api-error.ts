import type { Error as ErrorBody } from './generated/types.ts';
import { parseRetryAfter } from './retry.ts';

export type ErrorCode = ErrorBody['error']['code'];

/** Thrown for a response that isn't a success. Each error code has its own class. */
export class ApiError extends Error {
  /** The id of the operation that was called. */
  readonly operation: string;
  readonly status: number;
  /** The code that programs branch on. Null if the response came from something in front of the API. */
  readonly code: ErrorCode | null;
  readonly details: unknown;
  /** The service's human-readable message. Null if the response came from something in front of the API. */
  readonly text: string | null;
  /** The id of the request in the service's logs. */
  readonly requestId: string | null;
  /** How long to wait before sending the request again, in seconds. Null if the response doesn't say. */
  readonly retryAfterSeconds: number | null;

  /** `text` is the response body. */
  constructor(operation: string, { status, headers }: Response, text: string) {
    const error = errorIn(text);
    const details = error?.details ?? null;
    const reason = error
      ? `${error.code}: ${error.message}${details === null ? '' : ` ${JSON.stringify(details)}`}`
      : text;
    super(`${operation} returned ${status} ${reason}`.trimEnd());
    this.name = new.target.name;
    this.operation = operation;
    this.status = status;
    this.code = error?.code ?? null;
    this.details = details;
    this.text = error?.message ?? null;
    this.requestId = headers.get('x-request-id');
    this.retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
  }
}

/** Parses a body in the API's error format. Returns null for any other body. */
export function errorIn(text: string): ErrorBody['error'] | null {
  const error = (parsed(text) as Partial<ErrorBody> | null | undefined)?.error;
  return typeof error?.code === 'string' ? error : null;
}

/** Parses JSON. Returns undefined if the string isn't valid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { Error as ErrorBody } from './generated/types.ts';
import { parseRetryAfter } from './retry.ts';

export type ErrorCode = ErrorBody['error']['code'];

/** A response other than success. Each code has a class of its own. */
export class ApiError extends Error {
  /** The operation that was called. */
  readonly operation: string;
  readonly status: number;
  /** What to branch on; null if the response came from something in front of the API. */
  readonly code: ErrorCode | null;
  readonly details: unknown;
  /** What the service says to people; null if the response came from something in front of the API. */
  readonly text: string | null;
  /** Names the request in the logs of the service. */
  readonly requestId: string | null;
  /** After how many seconds to send the request again; null where the response does not say it. */
  readonly retryAfterSeconds: number | null;

  /** `text`: the body of the response. */
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

/** The error of a body in the shape of the API, otherwise null. */
export function errorIn(text: string): ErrorBody['error'] | null {
  const error = (parsed(text) as Partial<ErrorBody> | null | undefined)?.error;
  return typeof error?.code === 'string' ? error : null;
}

/** The value of a JSON text; undefined for any other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { Error as ErrorBody } from './generated/schemas.ts';

export type ErrorCode = ErrorBody['error']['code'];

export interface ErrorResponse {
  /** The operation that was called. */
  operation: string;
  status: number;
  /** Its JSON, or its text if that is not JSON. */
  body: unknown;
  requestId: string | null;
  retryAfterSeconds: number | null;
}

/** A response other than success. Each code has a class of its own. */
export class ApiError extends Error {
  readonly operation: string;
  readonly status: number;
  /** What to branch on; null if the response came from something in front of the API. */
  readonly code: ErrorCode | null;
  readonly details: unknown;
  /** Names the request in the logs of the service. */
  readonly requestId: string | null;
  /** After how many seconds to send the request again; null where the response does not say it. */
  readonly retryAfterSeconds: number | null;

  constructor({ operation, status, body, requestId, retryAfterSeconds }: ErrorResponse) {
    const { code, details } = isError(body) ? body.error : { code: null, details: null };
    super(`${operation} returned ${status} ${messageOf(body)}`.trimEnd());
    this.name = new.target.name;
    this.operation = operation;
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether a body is an error of the API. */
export function isError(body: unknown): body is ErrorBody {
  return typeof (body as Partial<ErrorBody> | null | undefined)?.error?.code === 'string';
}

/** Code, message and details of an error; any other response as it is. */
function messageOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (!isError(body)) return JSON.stringify(body) ?? '';
  const { code, message, details } = body.error;
  return `${code}: ${message}${details === null ? '' : ` ${JSON.stringify(details)}`}`;
}

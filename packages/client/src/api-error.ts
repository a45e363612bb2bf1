import type { Error as ErrorBody } from './generated/description.ts';

export type ErrorCode = ErrorBody['error']['code'];

/** A response other than success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly operation: string;
  readonly status: number;
  /** What to branch on; null if the response came from something in front of the API. */
  readonly code: ErrorCode | null;
  readonly details: unknown;

  /** `response`: its JSON, or its text if that is not JSON. */
  constructor(operation: string, status: number, response: unknown) {
    const { code, details } = isError(response) ? response.error : { code: null, details: null };
    super(`${operation} returned ${status} ${messageOf(response)}`.trimEnd());
    this.operation = operation;
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Code, message and details of an error; any other response as it is. */
function messageOf(response: unknown): string {
  if (typeof response === 'string') return response;
  if (!isError(response)) return JSON.stringify(response) ?? '';
  const { code, message, details } = response.error;
  return `${code}: ${message}${details === null ? '' : ` ${JSON.stringify(details)}`}`;
}

function isError(response: unknown): response is ErrorBody {
  return typeof (response as Partial<ErrorBody> | null | undefined)?.error?.code === 'string';
}

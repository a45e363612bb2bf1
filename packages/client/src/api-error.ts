import type { Error as ErrorBody } from './generated/description.ts';

export type ErrorCode = ErrorBody['error']['code'];

/** What the API answered instead of what was asked for. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly operation: string;
  readonly status: number;
  /** What to branch on; null where the answer is none of this API, but of something before it. */
  readonly code: ErrorCode | null;
  readonly details: unknown;

  /** `answer`: the JSON, or the text where it is none. The message is for people and tells everything. */
  constructor(operation: string, status: number, answer: unknown) {
    const { code, details } = isError(answer) ? answer.error : { code: null, details: null };
    super(`${operation} answered ${status} ${told(answer)}`.trimEnd());
    this.operation = operation;
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Code, message and details of an error; any other answer as it is. */
function told(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  if (!isError(answer)) return JSON.stringify(answer) ?? '';
  const { code, message, details } = answer.error;
  return `${code}: ${message}${details === null ? '' : ` ${JSON.stringify(details)}`}`;
}

function isError(answer: unknown): answer is ErrorBody {
  return typeof (answer as Partial<ErrorBody> | null | undefined)?.error?.code === 'string';
}

import { ApiError } from '@evict/client';
import { CommanderError } from 'commander';

/** The exit codes of the command line. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, signedOut: 3, refused: 4, needsPerson: 5 } as const;

/** The exit code after Ctrl-C. */
export const interrupted = 130;

/** Why a command failed. The printed message contains no keys and nothing that users wrote into a case. */
export class Failure extends Error {
  readonly exitCode: number;
  readonly code: string;
  readonly faults: readonly string[];

  constructor(exitCode: number, code: string, message: string, faults: readonly string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
    this.faults = faults;
  }
}

/**
 * Thrown when a person has to act first. The result is still printed, so that a program can show the link to a person
 * and then run the same command again.
 */
export class NeedsPerson extends Failure {
  readonly result: object;

  constructor(result: object) {
    super(exitCodes.needsPerson, 'confirmation_required', 'A person has to confirm this.');
    this.result = result;
  }
}

export function wrongUsage(message: string): Failure {
  return new Failure(exitCodes.usage, 'usage', message);
}

export function refusal(code: string, message: string): Failure {
  return new Failure(exitCodes.refused, code, message);
}

export function signedOut(message: string): Failure {
  return new Failure(exitCodes.signedOut, 'signed_out', message);
}

/** Creates the failure for a missing or unusable response. The same request may succeed later. */
export function noAnswer(message: string): Failure {
  return new Failure(exitCodes.failed, 'no_answer', message);
}

/** Converts any error to the failure that is printed. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return wrongUsage(error.message.replace(/^error: /u, ''));
  if (error instanceof ApiError) return ofResponse(error);
  const cause = codeOf(error);
  const code = cause === null ? '' : ` (${cause})`;
  if (isUnreachable(error)) return new Failure(exitCodes.failed, 'unreachable', `The server does not respond${code}.`);
  // The message of an unexpected error may quote anything, so only its name is printed.
  const name = error instanceof Error ? error.name : typeof error;
  return new Failure(exitCodes.failed, 'internal', `Unexpected ${name}${code}.`);
}

/**
 * Returns whether the same request may succeed later, because there was no response, there were too many requests, or
 * the server failed.
 */
export function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return isPassing(error.status);
  if (error instanceof Failure) return error.code === 'no_answer';
  return isUnreachable(error);
}

/** Returns whether the status is temporary, so that the same request may succeed later. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

function isUnreachable(error: unknown): boolean {
  const { name } = (error ?? {}) as Partial<Error>;
  // `fetch` throws a TypeError with a cause for a failed connection, and one without a cause for a wrong argument.
  return name === 'TimeoutError' || (error instanceof TypeError && error.cause !== undefined);
}

function ofResponse({ status, code, text, details, retryAfterSeconds }: ApiError): Failure {
  if (status === 401) return signedOut('The service does not accept the credential. Sign in: eviction-case login');
  const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} seconds.`;
  if (code === null) return noAnswer(`A proxy in front of the service responded with ${status}.${wait}`);
  const exitCode = status >= 500 || status === 429 ? exitCodes.failed : exitCodes.refused;
  return new Failure(exitCode, code, `${text}${wait}`, faultsIn(details));
}

interface Details {
  issues?: { path: string; message: string }[];
  results?: { gate: string; status: string }[];
  from?: string[];
}

/**
 * Lists everything that is wrong with a request. For a failed gate it lists only the name, because the reason may quote
 * the case. `cases validate` prints the reason.
 */
function faultsIn(details: unknown): string[] {
  const { issues = [], results = [], from } = (details ?? {}) as Details;
  return [
    ...issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)),
    ...results.filter(({ status }) => status === 'fail').map(({ gate }) => `${gate}: see \`cases validate\``),
    ...(from ? [`This is possible only in these states: ${from.join(', ')}`] : []),
  ];
}

/** Returns the code of a system error or its cause, such as ECONNREFUSED. Null if there is none. */
export function codeOf(error: unknown): string | null {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined || cause === null ? null : codeOf(cause);
}

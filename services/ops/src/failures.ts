import { errorClass } from '@evict/telemetry/error-class';
import { ConfigError } from '@evict/config';
import { type ErrorCode, errorCodes } from '@evict/contract';
import { isDatabaseUnavailable } from '@evict/store/database';
import { CommanderError } from 'commander';

/** The exit codes of the command line. */
export const exitCodes = { ok: 0, refused: 1, usage: 2, unreachable: 3, broken: 4 } as const;

/** The messages of refusals that have no error code in the API, because no endpoint returns them. */
const ownTexts = {
  not_finished: 'Only a finished case can be erased.',
  legal_hold: 'The case is on legal hold.',
  consent_required:
    'The case had an attorney and ended less than a year ago. Give --attorney-consent or a sealing order.',
  open_cases: 'Open live cases still depend on this account.',
  charge_not_paid: 'The charge is not paid.',
  not_failed: 'Only a failed delivery can be sent again.',
} as const;

export type RefusalCode = ErrorCode | keyof typeof ownTexts;

/** Thrown if a command fails or a check finds faults. `faults` has one line to print for each fault. */
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

/** The service refused the command. */
export class Refused extends Failure {
  /** `message` replaces the code's default text. */
  constructor(code: RefusalCode, message = textOf(code)) {
    super(exitCodes.refused, code, message);
  }
}

/** The arguments are invalid. */
export class WrongUsage extends Failure {
  constructor(faults: readonly string[]) {
    super(exitCodes.usage, 'usage', 'Wrong usage.', faults);
  }
}

/** A server that the command needs can't be reached or doesn't respond in time. */
export class Unreachable extends Failure {
  constructor(message: string) {
    super(exitCodes.unreachable, 'unreachable', message);
  }
}

/** Creates the error for a case, account or similar that doesn't exist. */
export function notFound(what: string): Refused {
  return new Refused('not_found', `There is no such ${what}.`);
}

/**
 * Returns what to print for an error. For an unexpected error, this is only its class, because its message may contain
 * tenant data.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return new WrongUsage([error.message.replace(/^error: /, '')]);
  if (error instanceof ConfigError) return new Failure(exitCodes.usage, 'usage', error.message);
  if (isOutcomeUnknown(error)) return new Unreachable(outcomeUnknown);
  const code = codeOf(error);
  if (connectionLost.test(code)) return new Unreachable(`The connection was lost (${code}).`);
  if (isDatabaseUnavailable(error)) return new Unreachable('The database is unavailable or overloaded.');
  return new Failure(exitCodes.refused, 'internal', `Unexpected error: ${errorClass(error)}.`);
}

const outcomeUnknown =
  'Temporal did not respond in time, so the outcome is unknown. Check the case before you repeat the command.';

/** Error codes of the operating system, PostgreSQL and Prisma, and gRPC's UNAVAILABLE, that mean a lost connection. */
const connectionLost = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0\d|08\d{3}|P10\d\d|14)$/;

function textOf(code: RefusalCode): string {
  return code in ownTexts ? ownTexts[code as keyof typeof ownTexts] : errorCodes[code as ErrorCode].text;
}

/** Compared by name, because importing the class would load Temporal's client. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && error.name === 'OutcomeUnknownError';
}

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' || typeof code === 'number') return String(code);
  return cause === undefined || cause === null ? '' : codeOf(cause);
}

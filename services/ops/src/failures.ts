import { ConfigError } from '@evict/config';
import { type ErrorCode, errorCodes } from '@evict/contract';
import { isDatabaseUnavailable } from '@evict/store/database';
import { errorClass } from '@evict/temporal/error-class';
import { CommanderError } from 'commander';

/** How the command line ends. */
export const exitCodes = { ok: 0, refused: 1, usage: 2, unreachable: 3, broken: 4 } as const;

/** Refusals without a code in the interface, because no endpoint returns them. */
const ownTexts = {
  not_finished: 'Only a finished case can be erased.',
  legal_hold: 'The case is on legal hold.',
  consent_required:
    'The case ended less than a year ago and had an attorney: give --attorney-consent, or a sealing order.',
  open_cases: 'Open live cases depend on this account.',
  charge_not_paid: 'The charge is not paid.',
  not_failed: 'Only a delivery that was given up can be sent again.',
} as const;

export type RefusalCode = ErrorCode | keyof typeof ownTexts;

/** The service refuses the command. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: RefusalCode;

  /** `message` replaces the text of the code. */
  constructor(code: RefusalCode, message: string = textOf(code)) {
    super(message);
    this.code = code;
  }
}

/** The arguments are invalid; one line per fault. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super('Wrong usage.');
    this.faults = faults;
  }
}

/** A verification found something broken; one line per fault, without tenant data. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified';
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[]) {
    super(message);
    this.faults = faults;
  }
}

/** The database or Temporal does not respond, or not in time. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface Failure {
  exitCode: number;
  code: string;
  message: string;
  faults: readonly string[];
}

/** What is printed of an error. Of an unexpected one only its class: its message may contain tenant data. */
export function failureOf(error: unknown): Failure {
  const { refused, usage, unreachable, broken } = exitCodes;
  if (error instanceof Refused) return failure(refused, error.code, error.message);
  if (error instanceof WrongUsage) return failure(usage, 'usage', error.message, error.faults);
  if (error instanceof CommanderError)
    return failure(usage, 'usage', 'Wrong usage.', [error.message.replace(/^error: /, '')]);
  if (error instanceof NotVerified) return failure(broken, 'not_verified', error.message, error.faults);
  if (error instanceof ConfigError) return failure(usage, 'usage', error.message);
  if (error instanceof Unreachable) return failure(unreachable, 'unreachable', error.message);
  if (isOutcomeUnknown(error)) return failure(unreachable, 'unreachable', outcomeUnknown);
  const code = codeOf(error);
  if (connectionLost.test(code)) return failure(unreachable, 'unreachable', `The connection was lost (${code}).`);
  if (isDatabaseUnavailable(error))
    return failure(unreachable, 'unreachable', 'The database is away or has too much to do.');
  return failure(refused, 'internal', `Unexpected error: ${errorClass(error)}.`);
}

const outcomeUnknown =
  'Temporal did not respond in time, so the outcome is unknown. Check the case before you repeat the command.';

/** Of the system, of PostgreSQL, of Prisma, and gRPC's UNAVAILABLE. */
const connectionLost = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0\d|08\d{3}|P10\d\d|14)$/;

function failure(exitCode: number, code: string, message: string, faults: readonly string[] = []): Failure {
  return { exitCode, code, message, faults };
}

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

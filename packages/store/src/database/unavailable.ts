import { StoreBusyError } from './store-busy.ts';

/**
 * SQLSTATE codes for temporary conditions. A shorter string is a prefix of several codes.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const sqlStates = [
  '08', // connection exceptions
  '53', // insufficient resources: disk full, out of memory, too many connections
  '57P', // the server shuts down, starts up, or has crashed
  '57014', // statement_timeout
  '55P03', // lock_timeout
  '25006', // read-only: a standby, or an old primary
  '25P0', // a transaction that was idle, or open, for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '58030', // input or output error
];

/** Node's codes for failed sockets and name lookups, and for a full local disk. */
const systemCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
];

/**
 * Prisma's codes: unreachable, timed out, closed, no free connection, transaction not started in time or expired, write
 * conflict, too many connections. https://www.prisma.io/docs/orm/reference/error-reference
 */
const prismaCodes = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'];

/** Messages of the pg and pg-pool errors that carry no error code. */
const messages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
];

/**
 * Returns whether an error means that the database or the disk was temporarily unavailable: unreachable, silent,
 * shutting down, read-only, full or too busy. A retry may succeed. The work may have been done despite the error.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const each of chainOf(error)) {
    if (each instanceof StoreBusyError) return true;
    const { code, originalCode, message = '' } = each;
    if ([code, originalCode].some(isAwayCode)) return true;
    if (messages.some((text) => message.includes(text))) return true;
  }
  return false;
}

interface Link {
  code?: unknown;
  originalCode?: unknown;
  message?: string;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** Yields the error and its causes. Each driver nests them differently. */
function* chainOf(error: unknown): Generator<Link> {
  let next = error;
  for (let depth = 0; depth < 6 && typeof next === 'object' && next !== null; depth += 1) {
    const link = next as Link;
    yield link;
    next = link.meta?.driverAdapterError ?? link.cause;
  }
}

function isAwayCode(code: unknown): boolean {
  if (typeof code !== 'string') return false;
  if (systemCodes.includes(code) || prismaCodes.includes(code)) return true;
  return code.length === 5 && !code.startsWith('P') && sqlStates.some((state) => code.startsWith(state));
}

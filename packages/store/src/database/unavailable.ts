import { StoreBusyError } from './store-busy.ts';

/**
 * SQLSTATE codes, whole or by their beginning, of a database that cannot do now what it could at another time.
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

/** Of Node, about sockets and names; and a disk of our own that is full. */
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
 * Of Prisma: not reachable, timed out, closed, no connection free, transaction not begun in time or over its time,
 * write conflict, too many connections. https://www.prisma.io/docs/orm/reference/error-reference
 */
const prismaCodes = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'];

/** Of pg and pg-pool, which give these no code. */
const messages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
];

/**
 * Whether the database, or the disk, could not do the work now, whatever the work was: unreachable, silent, shutting
 * down, read-only, full, or too busy. The same may succeed later. What was sent may have been done all the same.
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

/** The error, and what it was made from: each has its own way of saying so. */
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

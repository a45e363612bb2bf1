import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './unavailable.ts';
import { StoreBusyError } from './store-busy.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const driverError = (originalCode: string) => ({ meta: { driverAdapterError: { cause: { originalCode } } } });

test.each<[string, unknown]>([
  ['the store is too busy to begin', new StoreBusyError('no turn')],
  ['connection refused', withCode('ECONNREFUSED')],
  ['connection reset', withCode('ECONNRESET')],
  ['no space for a file', withCode('ENOSPC')],
  ['connection failure', withCode('08006')],
  ['disk full', withCode('53100')],
  ['too many connections', withCode('53300')],
  ['shutdown', withCode('57P01')],
  ['crash', withCode('57P02')],
  ['starting up', withCode('57P03')],
  ['statement timeout', withCode('57014')],
  ['lock timeout', withCode('55P03')],
  ['read-only', withCode('25006')],
  ['idle in transaction for too long', withCode('25P03')],
  ['deadlock', withCode('40P01')],
  ['Prisma: not reachable', withCode('P1001')],
  ['Prisma: no transaction in time', withCode('P2028')],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a connection that was cut', new Error('Connection terminated unexpectedly')],
  ['a Prisma error caused by a full disk', Object.assign(withCode('P2039'), driverError('53100'))],
  ['a raw query refused by a read-only database', Object.assign(withCode('P2010'), driverError('25006'))],
  ['an error caused by a shutdown', new Error('upload failed', { cause: withCode('57P01') })],
])('an error means that the database is unavailable: %s', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each<[string, unknown]>([
  ['a unique constraint', withCode('23505')],
  ['a syntax error', withCode('42601')],
  ['a missing table', withCode('P2021')],
  ['a unique constraint reported by Prisma', withCode('P2002')],
  ['a Prisma error caused by a check constraint', Object.assign(withCode('P2039'), driverError('23514'))],
  ['an error of our own', new TypeError('x is not a function')],
  ['a missing file', withCode('ENOENT')],
  ['no error', undefined],
  ['a string', 'ECONNREFUSED'],
])("an error doesn't mean that the database is unavailable: %s", (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test("a circular chain of error causes doesn't loop forever", () => {
  const error = new Error('round');
  error.cause = error;
  expect(isDatabaseUnavailable(error)).toBe(false);
});

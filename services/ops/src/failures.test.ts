import { ConfigError } from '@evict/config';
import { OutcomeUnknownError } from '@evict/temporal';
import { expect, test } from 'vitest';
import { exitCodes, failureOf, Refused, Unreachable, WrongUsage } from './failures.ts';

test.each([
  [new Refused('guard_failed'), exitCodes.refused, 'guard_failed'],
  [new Refused('not_finished'), exitCodes.refused, 'not_finished'],
  [new WrongUsage(['x']), exitCodes.usage, 'usage'],
  [new ConfigError(['x']), exitCodes.usage, 'usage'],
  [new Unreachable('x'), exitCodes.unreachable, 'unreachable'],
  [new OutcomeUnknownError('x'), exitCodes.unreachable, 'unreachable'],
  [Object.assign(new Error('x'), { code: 'ECONNRESET' }), exitCodes.unreachable, 'unreachable'],
  [new Error('x', { cause: Object.assign(new Error('y'), { code: '57P01' }) }), exitCodes.unreachable, 'unreachable'],
  [Object.assign(new Error('x'), { code: 'P2003' }), exitCodes.refused, 'internal'],
  ['a string', exitCodes.refused, 'internal'],
])('the error %o has the expected exit code and error code', (error, exitCode, code) => {
  expect(failureOf(error)).toMatchObject({ exitCode, code });
});

test('the message of an unexpected error is never printed, because it may contain tenant data', () => {
  const error = Object.assign(new Error('duplicate key: Terry Example'), { code: '23505' });
  expect(failureOf(error).message).toBe('Unexpected error: Error 23505.');
});

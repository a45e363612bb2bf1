import { expect, onTestFinished, test, vi } from 'vitest';
import { isRepeatable, parseRetryAfter, retryDelayMs } from './retry.ts';

function drawing(value: number): void {
  const random = vi.spyOn(Math, 'random').mockReturnValue(value);
  onTestFinished(() => random.mockRestore());
}

const failure = (status: number | null, retryAfterSeconds: number | null = null) => ({ status, retryAfterSeconds });

test('GET, PUT and DELETE can always be repeated, POST can be repeated only with a key, and PATCH can never be repeated', () => {
  const methods = ['GET', 'PUT', 'DELETE', 'POST', 'PATCH'];
  expect(methods.filter((method) => isRepeatable(method, true))).toEqual(['GET', 'PUT', 'DELETE', 'POST']);
  expect(methods.filter((method) => isRepeatable(method, false))).toEqual(['GET', 'PUT', 'DELETE']);
});

test.each([null, 408, 429, 500, 502, 503, 504])('a failure with status %s can be retried', (status) => {
  expect(retryDelayMs(1, failure(status))).toBeGreaterThan(0);
});

test.each([301, 400, 401, 403, 404, 409, 410, 413, 415, 422, 501])('a failure with status %s is final', (status) => {
  expect(retryDelayMs(1, failure(status))).toBeNull();
});

test('a 409 with Retry-After can be retried, because the same request is still running', () => {
  expect(retryDelayMs(1, failure(409, 1))).toBeGreaterThanOrEqual(1000);
});

test.each([
  [0, [250, 500, 1000, 2000, 4000, 4000]],
  [1, [500, 1000, 2000, 4000, 8000, 8000]],
])(
  'delays double up to eight seconds, and half of each delay depends on Math.random(), which returns %j',
  (random, delays) => {
    drawing(random);
    expect([1, 2, 3, 4, 5, 9].map((attempts) => retryDelayMs(attempts, failure(503)))).toEqual(delays);
  },
);

test('the client waits as long as Retry-After says, but gives up if that is longer than its limit, which is a minute by default', () => {
  drawing(0);
  expect(retryDelayMs(1, failure(429, 60))).toBe(60_250);
  expect(retryDelayMs(1, failure(429, 61))).toBeNull();
  expect(retryDelayMs(1, failure(429, 6), 5000)).toBeNull();
});

test('Retry-After can be a number of seconds or a date, and anything else is ignored', () => {
  const now = Date.parse('2026-07-01T09:00:00Z');
  expect(parseRetryAfter('5')).toBe(5);
  expect(parseRetryAfter('Wed, 01 Jul 2026 09:00:30 GMT', now)).toBe(30);
  expect(parseRetryAfter('Wed, 01 Jul 2026 08:00:00 GMT', now)).toBe(0);
  expect([null, '', 'soon', '99999999999'].map((header) => parseRetryAfter(header, now))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

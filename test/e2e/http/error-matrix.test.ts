import { type Route, routeErrors, routes } from '@evict/contract';
import { describe, expect, test } from 'vitest';
import { nextAddress } from '../support/api.ts';
import { byCode, publicBody } from './error-matrix/by-code.ts';
import { notProvoked } from './error-matrix/not-provoked.ts';
import { ofAccounts } from './error-matrix/of-accounts.ts';
import { ofAttorneys } from './error-matrix/of-attorneys.ts';
import { ofCases } from './error-matrix/of-cases.ts';
import type { Provoker } from './error-matrix/provoke.ts';
import { buildWorld } from './error-matrix/world.ts';

/** How to provoke the errors of single operations, by `<operation> <status> <code>`. */
const byOperation: Readonly<Record<string, Provoker>> = { ...ofAccounts, ...ofCases, ...ofAttorneys };

/** Every error of every operation in the API specification. */
const matrix = Object.entries<Route>(routes).flatMap(([operationId, route]) =>
  routeErrors(route).map((error) => {
    const name = `${operationId} ${error.status} ${error.code}`;
    const excuses = notProvoked.filter(({ covers }) => covers(route, error, operationId));
    const provoke = byOperation[name] ?? byCode[`${error.status} ${error.code}`];
    return { name, route, error, excuses, provoke };
  }),
);
/** The errors with details. Those of a sign-in describe the second factor that it needs. */
const withDetails = [
  'invalid_request',
  'gates_failed',
  'nothing_to_advance',
  'confirmation_required',
  'login 403 forbidden',
  'loginAttorney 403 forbidden',
  'simulate 409 invalid_transition',
];
/** The errors in the order of their status, because those without a database (503) leave it cut off. */
const provoked = matrix
  .filter(({ excuses }) => excuses.length === 0)
  .toSorted((one, other) => one.error.status - other.error.status);

test("every documented error of every operation is provoked by a test, or has exactly one reason why it can't be", () => {
  expect(provoked.filter(({ provoke }) => !provoke).map(({ name }) => name)).toEqual([]);
  expect(matrix.filter(({ excuses }) => excuses.length > 1).map(({ name }) => name)).toEqual([]);
});

test('only documented errors are provoked or excused', () => {
  const names = new Set(provoked.map(({ name }) => name));
  expect(Object.keys(byOperation).filter((name) => !names.has(name))).toEqual([]);
  const responses = new Set(provoked.map(({ error }) => `${error.status} ${error.code}`));
  expect(Object.keys(byCode).filter((response) => !responses.has(response))).toEqual([]);
  expect(notProvoked.filter((excuse) => !matrix.some(({ excuses }) => excuses.includes(excuse)))).toEqual([]);
});

describe('over HTTP', async () => {
  const world = await buildWorld();

  test.each(provoked)('$name has the documented status, code and shape', async ({ name, route, error, provoke }) => {
    const { status, headers, body } = (await provoke?.(world, route)) ?? {};
    expect([status, body?.error]).toEqual([
      error.status,
      { code: error.code, message: expect.any(String), details: body?.error?.details ?? null },
    ]);
    expect(Object.keys(body?.error ?? {}).toSorted()).toEqual(['code', 'details', 'message']);
    if (!withDetails.some((one) => name.endsWith(one))) expect(body?.error?.details).toBeNull();
    if (error.status === 429) expect(Number(headers?.get('retry-after'))).toBeGreaterThanOrEqual(1);
    if (error.status === 503) expect(headers?.get('retry-after')).toBe('5');
  });

  test('when the password queue is full, every public operation that needs it returns 503', async () => {
    const post = (route: Route) =>
      world.sendUnchecked('POST', route.path, {
        body: publicBody(route),
        headers: { 'x-forwarded-for': nextAddress() },
      });
    const taking = [
      routes.signup,
      routes.login,
      routes.loginAttorney,
      routes.confirmPasswordReset,
      routes.acceptInvitation,
    ];
    const isRefused = async (route: Route) => expect((await post(route)).status).toBe(503);
    await expect
      .poll(async () => {
        const flood = Array.from({ length: 40 }, () => isRefused(routes.login));
        // The queue is full as soon as it refuses one of these sign-ins.
        await Promise.any(flood);
        const responses = await Promise.all(taking.map(post));
        await Promise.allSettled(flood);
        return responses.map(({ status }) => status);
      })
      .toEqual(taking.map(() => 503));
  });
});

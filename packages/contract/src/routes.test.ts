import { expect, test } from 'vitest';
import {
  bodyLimits,
  type Case,
  type CreateCaseBody,
  type RouteResponse,
  type RouteBody,
  type RouteQuery,
  routes,
} from './index.ts';
import type { Route } from './routes/route.ts';

const all = Object.entries<Route>(routes);

test('no two operations share method and path', () => {
  const places = all.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});

test.each(all)('%s: its path names its parameters', (_, { path, params = {} }) => {
  expect(Object.keys(params)).toEqual([...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name));
});

test.each(all)('%s: idempotency is decided for every POST with a credential and for nothing else', (_, route) => {
  expect(route.idempotent !== undefined).toBe(route.method === 'POST' && route.auth !== 'none');
});

test('bodies are limited to 4 MiB for cases, 14 MiB for uploads, 64 KiB elsewhere', () => {
  for (const [operationId, { bodyLimitBytes }] of all) {
    const special: Record<string, number> = {
      createCase: 8 * 1024 * 1024,
      updateCase: 8 * 1024 * 1024,
      uploadDocument: 14 * 1024 * 1024,
      attachDocument: 14 * 1024 * 1024,
    };
    expect(bodyLimitBytes).toBe(special[operationId] ?? bodyLimits.default);
  }
});

test('a route defines the types of its body, query and response', () => {
  // The compiler is the test: an element that is not `true` does not compile.
  const checked: [
    Same<RouteBody<typeof routes.createCase>, CreateCaseBody>,
    Same<RouteBody<typeof routes.updateCase>, Partial<CreateCaseBody>>,
    Same<RouteBody<typeof routes.getCase>, never>,
    Same<RouteQuery<typeof routes.listEvents>, never>,
    Same<RouteQuery<typeof routes.listCases>['ground'], 'nonpayment' | 'lease_violation' | 'holdover' | undefined>,
    Same<RouteResponse<typeof routes.getCase>, Case>,
    Same<RouteResponse<typeof routes.downloadDocument>, never>,
  ] = [true, true, true, true, true, true, true];
  expect(checked).not.toContain(false);
});

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

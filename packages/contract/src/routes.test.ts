import { expect, test } from 'vitest';
import {
  bodyLimits,
  errorCodes,
  type ErrorCode,
  limits,
  type Case,
  type CreateCaseBody,
  type RouteResponse,
  type RouteBody,
  type RouteQuery,
  routes,
} from './index.ts';
import type { Route } from './routes/route.ts';

const all = Object.entries<Route>(routes);

test('no two operations have the same method and path', () => {
  const places = all.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});

test('every path begins with /v1', () => {
  expect(all.filter(([, { path }]) => !path.startsWith('/v1/'))).toEqual([]);
});

/** The endpoints in the API specification: method, path, credential and success status. */
const endpoints = [
  'GET /v1/health none 200',
  'GET /v1/openapi.json none 200',
  'POST /v1/auth/signup none 201',
  'POST /v1/auth/login none 200',
  'POST /v1/auth/password-reset/request none 202',
  'POST /v1/auth/password-reset/confirm none 200',
  'POST /v1/public/leads none 202',
  'GET /v1/jurisdictions/resolve customer 200',
  'POST /v1/cases customer 201',
  'GET /v1/cases customer 200',
  'GET /v1/cases/{id} customer 200',
  'PATCH /v1/cases/{id} customer 200',
  'POST /v1/cases/{id}/documents customer 201',
  'GET /v1/cases/{id}/documents/{docId} customer 200',
  'POST /v1/cases/{id}/validate customer 200',
  'POST /v1/cases/{id}/submit customer 200',
  'GET /v1/cases/{id}/events customer 200',
  'POST /v1/cases/{id}/report-cure customer 200',
  'POST /v1/cases/{id}/withdraw customer 200',
  'GET /v1/cases/{id}/charges customer 200',
  'POST /v1/cases/{id}/charges/{chargeId}/checkout customer 200',
  'POST /v1/cases/{id}/charges/{chargeId}/confirm customer 200',
  'GET /v1/cases/{id}/notes customer 200',
  'POST /v1/cases/{id}/notes customer 201',
  'POST /v1/cases/{id}/advance customer 200',
  'POST /v1/webhook-endpoints customer 201',
  'GET /v1/webhook-endpoints customer 200',
  'DELETE /v1/webhook-endpoints/{id} customer 204',
  'GET /v1/api-keys customer 200',
  'POST /v1/api-keys customer 201',
  'DELETE /v1/api-keys/{id} customer 204',
  'GET /v1/organization customer 200',
  'PATCH /v1/organization session 200',
  'POST /v1/auth/logout anySession 204',
  'GET /v1/me session 200',
  'GET /v1/attorney/queue attorney 200',
  'GET /v1/attorney/cases/{id} attorney 200',
  'GET /v1/attorney/cases/{id}/documents/{docId} attorney 200',
  'POST /v1/attorney/cases/{id}/reviews attorney 200',
  'POST /v1/attorney/cases/{id}/outcomes attorney 200',
];
const endpointOf = ({ method, path, auth, success }: Route) => `${method} ${path} ${auth} ${success.status}`;

test.each(endpoints)('the specified endpoint %s exists', (endpoint) => {
  expect(all.map(([, route]) => endpointOf(route))).toContain(endpoint);
});

test("an endpoint is marked as an addition if and only if it isn't in the API specification", () => {
  const marked = all.filter(([, { addition }]) => addition === true).map(([, route]) => endpointOf(route));
  expect([...endpoints, ...marked].toSorted()).toEqual(all.map(([, route]) => endpointOf(route)).toSorted());
});

test.each([
  ['400 422', 'invalid_request'],
  ['401', 'unauthenticated, invalid_credentials'],
  ['403', 'forbidden, live_unavailable, attorney_not_eligible'],
  ['404', 'not_found'],
  ['409', 'invalid_state, invalid_transition, guard_failed, stale_approval, key_limit, cannot_revoke_current_key'],
  ['409', 'sandbox_only, nothing_to_advance, idempotency_conflict, email_taken, payments_unavailable'],
  ['409', 'charge_not_due, attorney_direct_only'],
  ['409 410', 'erased'],
  ['400', 'invalid_reset_token'],
  ['413', 'payload_too_large'],
  ['415', 'unsupported_media_type'],
  ['422', 'gates_failed, prior_notice_missing, documents_unavailable, unsupported_state'],
  ['429', 'rate_limited'],
  ['503', 'busy'],
  ['500', 'internal'],
])('the HTTP status %s is used for the errors %s', (statuses, codes) => {
  for (const code of codes.split(', ')) expect(errorCodes[code as ErrorCode].statuses.join(' '), code).toBe(statuses);
});

test.each([
  ['authentication', 10, 600, 'address'],
  ['wrongPassword', 5, 900, 'account'],
  ['lead', 5, 600, 'address'],
  ['passwordReset', 10, 600, 'address'],
  ['resetMail', 3, 3600, 'account'],
  ['note', 20, 600, 'organization'],
  ['advance', 60, 60, 'organization'],
  ['attorneyNote', 20, 600, 'attorney'],
  ['redelivery', 30, 60, 'organization'],
] as const)('the rate limit %s has its specified values', (name, count, windowSeconds, scope) => {
  expect(limits[name]).toMatchObject({ count, windowSeconds, scope });
});

test.each(all)('the parameters of %s are those in its path', (_, { path, params = {} }) => {
  expect(Object.keys(params)).toEqual([...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name));
});

test('each endpoint of a case lists the error `erased`', () => {
  const ofCases = all.filter(([, { params = {}, path }]) => params['id'] === 'case' && path.includes('/cases/{id}'));
  const silent = ofCases.filter(([, { errors = [] }]) => !errors.flat().includes('erased'));
  expect(silent.map(([operationId]) => operationId)).toEqual([]);
  expect(ofCases.length).toBeGreaterThan(20);
});

test.each(all)('%s declares its idempotency if and only if it is a POST with a credential', (_, route) => {
  expect(route.idempotent !== undefined).toBe(route.method === 'POST' && route.auth !== 'none');
});

test('bodies are limited to 8 MiB for cases, 14 MiB for uploads, 10 MiB for raw uploads, 20 MiB for imports, and 64 KiB for everything else', () => {
  for (const [operationId, { bodyLimitBytes }] of all) {
    const special: Record<string, number> = {
      createCase: 8 * 1024 * 1024,
      updateCase: 8 * 1024 * 1024,
      uploadDocument: 14 * 1024 * 1024,
      attachDocument: 14 * 1024 * 1024,
      keepFile: 14 * 1024 * 1024,
      beginCase: 8 * 1024 * 1024,
      createCaseImport: 20 * 1024 * 1024,
      putUpload: 10 * 1024 * 1024,
    };
    expect(bodyLimitBytes).toBe(special[operationId] ?? bodyLimits.default);
  }
});

test('a route defines the types of its body, query and response', () => {
  // The compiler is the test: an element other than `true` doesn't compile.
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

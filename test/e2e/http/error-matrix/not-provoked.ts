import { needsDatabase, type Route, type RouteError } from '@evict/contract';

/** Errors in the API specification that can't be provoked from outside, each with the reason. */
export const notProvoked: readonly {
  reason: string;
  covers: (route: Route, error: RouteError, operationId: string) => boolean;
}[] = [
  {
    reason: 'This is a fault of the service itself.',
    covers: (_, { code }) => code === 'internal',
  },
  {
    reason: "A case reaches review with its summary, so there is nothing to approve only if the summary can't be made.",
    covers: (_, { code }, operationId) => code === 'guard_failed' && operationId === 'reviewCase',
  },
  {
    reason: 'It takes two requests that replace the same document at the same moment, which a test of documents sends.',
    covers: (_, { code }, operationId) => code === 'guard_failed' && operationId === 'attachDocument',
  },
  {
    reason:
      'Without the database only the number of concurrent requests of one caller is limited, which has its own tests.',
    covers: (route, { code }) => !needsDatabase(route) && (code === 'busy' || code === 'rate_limited'),
  },
  {
    reason: 'It takes an identity provider, which the tests of single sign-on have.',
    covers: (route, { code, status }, operationId) =>
      route.path.includes('/sso') &&
      (code === 'guard_failed' ||
        code === 'invalid_state' ||
        code === 'email_taken' ||
        (status === 403 && operationId === 'finishSingleSignOn')),
  },
  {
    reason: 'It takes a payment provider, which the tests of payments have.',
    covers: (_, { code }, operationId) =>
      code === 'charge_not_due' || (code === 'confirmation_required' && operationId === 'checkoutCharge'),
  },
];

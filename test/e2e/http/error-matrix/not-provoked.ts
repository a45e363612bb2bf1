import { needsDatabase, type Route, type RouteError } from '@evict/contract';

/** Errors in the API description that can't be provoked from outside, each with the reason. */
export const notProvoked: readonly {
  reason: string;
  covers: (route: Route, error: RouteError, operationId: string) => boolean;
}[] = [
  {
    reason: 'A fault of the service itself.',
    covers: (_, { code }) => code === 'internal',
  },
  {
    reason: 'A case comes to review with its summary: only where that cannot be made is there nothing to approve.',
    covers: (_, { code }, operationId) => code === 'guard_failed' && operationId === 'reviewCase',
  },
  {
    reason: 'Only two requests that replace the same document at the same moment: a test of documents has them.',
    covers: (_, { code }, operationId) => code === 'guard_failed' && operationId === 'attachDocument',
  },
  {
    reason:
      'Without the database only the number of requests of one caller at once is limited, which has its own tests.',
    covers: (route, { code }) => !needsDatabase(route) && (code === 'busy' || code === 'rate_limited'),
  },
  {
    reason: 'Only with an identity provider: the tests of single sign-on have it.',
    covers: (route, { code, status }, operationId) =>
      route.path.includes('/sso') &&
      (code === 'guard_failed' ||
        code === 'invalid_state' ||
        code === 'email_taken' ||
        (status === 403 && operationId === 'finishSingleSignOn')),
  },
  {
    reason: 'Only with a payment provider: the tests of payments have it.',
    covers: (_, { code }, operationId) =>
      code === 'charge_not_due' || (code === 'confirmation_required' && operationId === 'checkoutCharge'),
  },
];

import type { Route, RouteError } from '@evict/contract';

/** Errors that are described and that nobody can bring about from outside, each with its reason. */
export const notProvoked: readonly {
  reason: string;
  covers: (route: Route, error: RouteError, operationId: string) => boolean;
}[] = [
  {
    reason: 'A fault of the service itself.',
    covers: (_, { code }) => code === 'internal',
  },
  {
    reason: 'Nothing erases the details of a case yet.',
    covers: (_, { code }) => code === 'erased',
  },
  {
    reason: 'Keys and sessions are both good here, and no other kind of credential is issued yet.',
    covers: ({ auth }, { code }, operationId) =>
      code === 'forbidden' && auth === 'customer' && operationId !== 'createApiKey',
  },
  {
    reason: 'Without a payment provider the answer is payments_unavailable before the state of the charge counts.',
    covers: (_, { code }) => code === 'charge_not_due',
  },
  {
    reason: 'Its work is one transaction of the database, whose outcome is always known.',
    covers: ({ auth }, { code }, operationId) => code === 'busy' && auth !== 'none' && !commands.includes(operationId),
  },
];

const commands = ['submitCase', 'withdrawCase', 'reportCure', 'advanceCase'];

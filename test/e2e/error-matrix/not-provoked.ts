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
    reason: 'A case comes to review with its summary: only where that cannot be made is there nothing to approve.',
    covers: (_, { code }, operationId) => code === 'guard_failed' && operationId === 'reviewCase',
  },
  {
    reason: 'Its work is one transaction of the database, whose outcome is always known.',
    covers: ({ auth }, { code }, operationId) =>
      code === 'busy' && auth !== 'none' && ![...commands, ...atProvider].includes(operationId),
  },
];

const commands = ['submitCase', 'withdrawCase', 'reportCure', 'advanceCase', 'reviewCase', 'reportOutcome'];
const atProvider = ['checkoutCharge', 'confirmCharge'];

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { createRowQueues } from './row-queues.ts';

/** The one connection of a transaction. It has no pool and opens no transaction, so it is no `Store`. */
export type Transaction = Omit<Prisma.TransactionClient, '$transaction'>;

/**
 * Every transaction of the store, under the name of the function that opens it.
 *
 * `row`: the kind of row that it locks first. Of those that ask for the same row, one at a time holds a connection in
 * this process; the others wait outside the pool. `timeoutMs`: how long the work may take before it is rolled back.
 */
export const transactions = {
  addEvidence: { row: 'Case', timeoutMs: 5000 },
  updateDraftFacts: { row: 'Case', timeoutMs: 5000 },
  recordTransition: { row: 'Case', timeoutMs: 5000 },
  createNote: { row: 'Case', timeoutMs: 5000 },
  recordMailFailureOutOfBand: { row: 'Case', timeoutMs: 5000 },
  rebuildCase: { row: 'Case', timeoutMs: 5000 },
  recordRestored: { row: 'Case', timeoutMs: 5000 },
  setLegalHold: { row: 'Case', timeoutMs: 5000 },
  // The bytes of a large case take a while to delete.
  eraseCase: { row: 'Case', timeoutMs: 60_000 },
  deleteSandboxShell: { row: 'Case', timeoutMs: 60_000 },
  applyErasureList: { row: 'Case', timeoutMs: 60_000 },
  recordCheckout: { row: 'Charge', timeoutMs: 5000 },
  recordPayment: { row: 'Charge', timeoutMs: 5000 },
  recordRefund: { row: 'Charge', timeoutMs: 5000 },
  voidCharge: { row: 'Charge', timeoutMs: 5000 },
  requestRefund: { row: 'Charge', timeoutMs: 5000 },
  createApiKey: { row: 'Organization', timeoutMs: 5000 },
  createWebhookEndpoint: { row: 'Organization', timeoutMs: 5000 },
  // Both: an endpoint that does not answer has many deliveries waiting.
  deleteWebhookEndpoint: { row: 'WebhookEndpoint', timeoutMs: 30_000 },
  disableDeadEndpoint: { row: 'WebhookEndpoint', timeoutMs: 30_000 },
  resetPassword: { row: 'PasswordReset', timeoutMs: 5000 },
  eraseAccount: { row: 'User', timeoutMs: 30_000 },
  eraseLead: { row: null, timeoutMs: 30_000 },
  createLead: { row: null, timeoutMs: 5000 },
} as const satisfies Record<string, { row: string | null; timeoutMs: number }>;

export type TransactionName = keyof typeof transactions;

/** The name of the row that a transaction locks first: its id, or another text that is unique among its kind. */
export type RowOf<Name extends TransactionName> = (typeof transactions)[Name]['row'] extends null ? null : string;

/**
 * Runs `work` in one transaction and resolves with its result after the commit; an error of `work` rolls back and is
 * thrown. `work` uses its own handle alone: whoever takes another connection of the same store there gets an error at
 * once, because with every connection in a transaction that wants a second one, none of them ends.
 */
export type InTransaction = <Name extends TransactionName, T>(
  name: Name,
  row: RowOf<Name>,
  work: (transaction: Transaction) => Promise<T>,
) => Promise<T>;

/** How long a transaction waits for its turn at a row. */
const maxWaitMs = 4000;
/** More than the pool makes it wait for a connection and a silent server for its first answer: they say why. */
const maxBeginMs = 16_000;

/** `refuse` throws inside a transaction. */
export function createTransactions(prisma: PrismaClient): { run: InTransaction; refuse: () => void } {
  const current = new AsyncLocalStorage<{ name: TransactionName; isOpen: boolean }>();
  const inRow = createRowQueues(maxWaitMs);

  const refuse = () => {
    const outer = current.getStore();
    if (outer?.isOpen) throw new Error(`the transaction ${outer.name} asks for a second connection`);
  };

  const run: InTransaction = async (name, row, work) => {
    refuse();
    const { row: kind, timeoutMs: timeout } = transactions[name];
    const begin = async () => {
      const scope = { name, isOpen: true };
      try {
        return await prisma.$transaction((transaction) => current.run(scope, () => work(transaction)), {
          maxWait: maxBeginMs,
          timeout,
        });
      } finally {
        scope.isOpen = false;
      }
    };
    return row === null ? begin() : inRow(`${kind} ${row}`, begin);
  };

  return { run, refuse };
}

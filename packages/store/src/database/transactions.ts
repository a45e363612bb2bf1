import { AsyncLocalStorage } from 'node:async_hooks';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { createRowQueues } from './row-queues.ts';

/** The single connection of a transaction. It is not a `Store`: it has no pool and can't open another transaction. */
export type Transaction = Omit<Prisma.TransactionClient, '$transaction'>;

/**
 * All transactions of the store, by name. `row` is the kind of row that a transaction belongs to, in most cases the
 * table of the row that it locks first. In each process, only one transaction per row holds a connection, and the
 * others wait outside the pool. A transaction is rolled back after `timeoutMs`.
 */
export const transactions = {
  addEvidence: { row: 'Case', timeoutMs: 5000 },
  deleteUpload: { row: 'Case', timeoutMs: 5000 },
  updateDraftFacts: { row: 'Case', timeoutMs: 5000 },
  confirmAction: { row: 'Case', timeoutMs: 5000 },
  setReference: { row: 'Case', timeoutMs: 5000 },
  writeSignedCommand: { row: 'Passkey', timeoutMs: 5000 },
  createCalendarLink: { row: 'CalendarLink', timeoutMs: 5000 },
  revokeCalendarLink: { row: 'CalendarLink', timeoutMs: 5000 },
  // Longer, because it copies up to 100 MB.
  beginCase: { row: 'IntakeFile', timeoutMs: 20_000 },
  createCaseImport: { row: 'CaseImport', timeoutMs: 10_000 },
  importCases: { row: 'CaseImport', timeoutMs: 20_000 },
  createNote: { row: 'Case', timeoutMs: 5000 },
  // Longer, because deleting the bytes of a large case takes a while.
  eraseCase: { row: 'Case', timeoutMs: 60_000 },
  applyErasureList: { row: 'Case', timeoutMs: 60_000 },
  deleteSandboxShell: { row: 'Case', timeoutMs: 60_000 },
  setLegalHold: { row: 'Case', timeoutMs: 5000 },
  recordMailFailure: { row: 'Case', timeoutMs: 5000 },
  recordCheckout: { row: 'Charge', timeoutMs: 5000 },
  recordPayment: { row: 'Charge', timeoutMs: 5000 },
  recordRefund: { row: 'Charge', timeoutMs: 5000 },
  voidCharge: { row: 'Charge', timeoutMs: 5000 },
  requestRefund: { row: 'Charge', timeoutMs: 5000 },
  keepOAuthItem: { row: 'ApiKey', timeoutMs: 5000 },
  connectApp: { row: 'Organization', timeoutMs: 5000 },
  disconnectApp: { row: 'ApiKey', timeoutMs: 5000 },
  endConnection: { row: 'ApiKey', timeoutMs: 5000 },
  revokeApiKey: { row: 'ApiKey', timeoutMs: 5000 },
  createApiKey: { row: 'Organization', timeoutMs: 5000 },
  changeMembers: { row: 'Organization', timeoutMs: 5000 },
  promoteMember: { row: 'User', timeoutMs: 5000 },
  acceptInvitation: { row: 'InvitationLink', timeoutMs: 5000 },
  signInBySso: { row: 'Organization', timeoutMs: 5000 },
  updateOrganization: { row: 'Organization', timeoutMs: 5000 },
  setOrganizationVerified: { row: 'Organization', timeoutMs: 5000 },
  proveAddress: { row: 'AddressLink', timeoutMs: 5000 },
  createAccount: { row: null, timeoutMs: 5000 },
  // Locks the count of wrong passwords for one email address.
  comparePassword: { row: 'RateLimit', timeoutMs: 5000 },
  completeSignIn: { row: 'User', timeoutMs: 5000 },
  endSession: { row: 'Session', timeoutMs: 5000 },
  createWebhookEndpoint: { row: 'Organization', timeoutMs: 5000 },
  rotateSecret: { row: 'WebhookEndpoint', timeoutMs: 5000 },
  disableDeadEndpoint: { row: 'WebhookEndpoint', timeoutMs: 5000 },
  // Longer, because many deliveries may be waiting for an endpoint that doesn't respond.
  deleteWebhookEndpoint: { row: 'WebhookEndpoint', timeoutMs: 30_000 },
  resetPassword: { row: 'PasswordReset', timeoutMs: 5000 },
  changeFactors: { row: 'User', timeoutMs: 5000 },
  issueToken: { row: 'User', timeoutMs: 5000 },
  setAttorneyVerified: { row: 'User', timeoutMs: 5000 },
  setAttorneyLicenses: { row: 'User', timeoutMs: 5000 },
  eraseAccount: { row: 'User', timeoutMs: 30_000 },
  eraseLead: { row: null, timeoutMs: 30_000 },
  createLead: { row: null, timeoutMs: 5000 },
} as const satisfies Record<string, { row: string | null; timeoutMs: number }>;

export type TransactionName = keyof typeof transactions;

/** The key of the row that a transaction belongs to: its id or another unique string. */
export type RowOf<Name extends TransactionName> = (typeof transactions)[Name]['row'] extends null ? null : string;

/**
 * Runs `work` in one transaction and returns its result after the commit. If `work` throws, the transaction rolls back
 * and the error is rethrown. `work` may use only the handle that it gets. Using another connection of the same store
 * throws, because a pool full of transactions that each wait for a second connection would deadlock.
 */
export type InTransaction = <Name extends TransactionName, T>(
  name: Name,
  row: RowOf<Name>,
  work: (transaction: Transaction) => Promise<T>,
) => Promise<T>;

/** How long a transaction may wait for its row, in milliseconds. */
const maxWaitMs = 4000;
/**
 * How long a transaction may wait for a connection, in milliseconds. Longer than the pool's own timeouts, so that their
 * errors are the ones reported.
 */
const maxBeginMs = 16_000;

/** Returns `run`, which runs transactions, and `refuse`, which throws if it is called inside one. */
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

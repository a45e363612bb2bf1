export { runExclusively } from './run-exclusively.ts';
export { StoreBusyError } from './store-busy.ts';
export { databaseTime, isDatabaseReachable, openStore, pingDatabase, type Store } from './store.ts';
export { type TransactionName, transactions } from './transactions.ts';
export { isDatabaseUnavailable } from './unavailable.ts';

export { cloneDatabase } from './databases.ts';
export { knownWait } from './known-wait.ts';
export { startStack, type TestStack } from './stack.ts';
export { startTestStripe, type TestStripe } from './stripe-server.ts';
export { startDyingWorker } from './start-dying-worker.ts';
export { startTestMailbox } from './mailbox.ts';
export { eicar, startTestClamd } from './clamd.ts';
export { createReceivers, type TestReceiver } from './receiver.ts';

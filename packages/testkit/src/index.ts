export { cloneDatabase } from './databases.ts';
export { startStack, type TestStack } from './stack.ts';
export { startDyingWorker } from './start-dying-worker.ts';

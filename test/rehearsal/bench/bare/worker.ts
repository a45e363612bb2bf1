/** The worker of the bare side. It runs its workflows and activities on a separate task queue. */
import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { createBareActivities } from './activities.ts';

const [address = '', namespace = '', taskQueue = '', databaseUrl = '', rowsFile = ''] = process.argv.slice(2);
Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  connection,
  namespace,
  taskQueue,
  workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
  activities: createBareActivities({ databaseUrl, rowsFile }),
  maxCachedWorkflows: 500,
  maxConcurrentActivityTaskExecutions: 1000,
});
const running = worker.run();
process.send?.({ ready: true });
process.once('disconnect', () => worker.shutdown());
await running;
process.exit();

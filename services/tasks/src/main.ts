/** One-time tasks of a deployment, before its processes start: `main.ts <task> ...`, run in that order. */
import { blobs, readConfigOrExit, shared, temporalTls, text } from '@evict/config';
import { createLogger } from '@evict/telemetry';
import { isTask, tasks } from './tasks.ts';

const { databaseUrl, temporalAddress, temporalNamespace, erasureList, logLevel } = shared;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  temporalAddress,
  temporalNamespace,
  ...temporalTls,
  erasureList,
  databaseLogins: text('DATABASE_LOGINS', ''),
  ...blobs,
  logLevel,
});
const logger = createLogger('tasks', config.logLevel);
const named = process.argv.slice(2);
if (named.length === 0 || !named.every(isTask)) {
  console.error(`usage: main.ts <task> ..., each one of ${Object.keys(tasks).join(', ')}`);
  process.exit(2);
}
for (const task of named) logger.info({ task, ...(await tasks[task](config)) }, 'done');

/** `npm run webhooks:listen [-- <credential>]`: prints the events of a local stack's cases as they are delivered. */
import { resolve } from 'node:path';
import { readConfigOrExit } from '@evict/config';
import { CannotStart } from '../cannot-start.ts';
import { stackSettings } from '../settings.ts';
import { withStack } from '../with-stack.ts';
import { listenToWebhooks } from './listen.ts';

const settings = readConfigOrExit(process.env, stackSettings);
const [credential] = process.argv.slice(3);
const stopped = new Promise<void>((stop) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop());
});
try {
  const listened = await withStack({ settings, env: process.env, report: console.log }, ({ api }) =>
    listenToWebhooks({ api, dataDir: resolve(settings.dataDir), credential, print: console.log, stopped }),
  );
  process.exitCode = listened ? 0 : 1;
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

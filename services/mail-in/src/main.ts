import { mailIn, observability, readConfigOrExit, shared, uploads } from '@evict/config';
import { runServer } from '@evict/http/run-server';
import { createVirusScan } from '@evict/http/virus-scan';
import { isDatabaseReachable, openStore } from '@evict/store/database';
import { createLogger } from '@evict/telemetry';
import { createReceiver } from './receiver.ts';

const { databaseUrl, host, liveMode, verifiedForLive, stopDrainMs, logLevel } = shared;
const { fallback: _none, ...domain } = mailIn.mailInDomain;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  host,
  port: mailIn.mailInPort,
  domain,
  certificate: mailIn.mailInCertificate,
  liveMode,
  verifiedForLive,
  stopDrainMs,
  logLevel,
  ...observability,
  ...uploads,
});
const logger = createLogger('mail-in', config.logLevel);
const store = openStore(config.databaseUrl);
const receiver = createReceiver({
  ...config,
  store,
  refuseInfected: createVirusScan(config.clamdSocket),
  logger,
  verifiedOnly: config.verifiedForLive === 'required',
});
await runServer((address) => receiver.listen(address), {
  ...config,
  logger,
  checks: { database: () => isDatabaseReachable(store) },
  close: () => store.close(),
});

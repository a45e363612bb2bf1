import { observability, origin, readConfigOrExit, shared, temporalPayloads } from '@evict/config';
import { listen } from '@evict/http/listen';
import { stopOnSignal } from '@evict/http/stop-on-signal';
import { createLogger, startOperations, startTracing, stopTracing } from '@evict/telemetry';
import { createCodecServer } from './app.ts';

const { temporalNamespace, host, port, logLevel } = shared;
const config = readConfigOrExit(process.env, {
  ...temporalPayloads,
  temporalNamespace,
  temporalWebOrigin: origin('TEMPORAL_WEB_ORIGIN'),
  host,
  port,
  logLevel,
  ...observability,
});
const logger = createLogger('codec-server', config.logLevel);
await startTracing('codec-server', config.otlpEndpoint);
const operations = await startOperations({ ...config, logger, checks: {} });
const server = await listen(createCodecServer({ ...config, logger }), config);
logger.info({ port: server.port }, 'listening');
stopOnSignal(async () => {
  operations.stopping();
  await server.close();
  await Promise.all([operations.close(), stopTracing()]);
});

import { agents, mail, observability, readConfigOrExit, shared } from '@evict/config';
import { listen } from '@evict/http/listen';
import { runServer } from '@evict/http/run-server';
import { createLogger, startTracing } from '@evict/telemetry';
import { createAgentGateway } from './app.ts';

const { host, port, proxyHops, stopDrainMs, logLevel } = shared;
const { publicGateway, customerGateway } = agents;
const { websiteOrigin } = mail;
const config = readConfigOrExit(process.env, {
  host,
  port,
  proxyHops,
  stopDrainMs,
  logLevel,
  websiteOrigin,
  publicGateway,
  customerGateway,
  ...observability,
});
const logger = createLogger('agent-gateway', config.logLevel);
await startTracing('agent-gateway', config.otlpEndpoint);
const gateway = createAgentGateway({
  ...config,
  gateways: { public: config.publicGateway, customer: config.customerGateway },
  logger,
});
await runServer((address) => listen(gateway.handle, address), {
  ...config,
  logger,
  checks: {},
  close: async () => gateway.close(),
});

import { urlAs } from '@evict/local';
import { inject } from 'vitest';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const roles = {
  'customer-gateway': 'customer_gateway',
  'public-gateway': 'public_gateway',
  'attorney-gateway': 'attorney_gateway',
} as const;

export type GatewayProcess = ServiceProcess;

/** Starts the gateway as a deployment does, on a free port of its own. Resolves when it listens. */
export async function startGatewayProcess(
  service: 'customer-gateway' | 'public-gateway' | 'attorney-gateway',
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  return startServiceProcess(service, {
    ...deploymentEnvironment(urlAs(roles[service], databaseUrl)),
    WEBSITE_ORIGIN: 'https://www.example.com',
    PROXY_HOPS: '1',
    STOP_DRAIN: '0ms',
    ...env,
  });
}

/** The environment of every process of a deployment. */
function deploymentEnvironment(databaseUrl: string): Readonly<Record<string, string>> {
  const { temporalAddress, temporalNamespace } = inject('servers');
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'the same for every process of one deployment',
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: temporalNamespace,
    OPS_EMAIL: 'operators@example.com',
  };
}

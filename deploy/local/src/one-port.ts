import { createAgentGateway } from '@evict/agent-gateway/app';
import type { Gateway } from '@evict/http';
import { listen, type Listening } from '@evict/http/listen';

type AgentSettings = Omit<Parameters<typeof createAgentGateway>[0], 'gateways'>;

/**
 * Serves the gateways and the agent gateway on one port, as the reverse proxy of a deployment does. The agent gateway
 * reaches the others within this process, over connections attributed to the caller.
 */
export async function listenOnOnePort(
  gateway: Pick<Gateway, 'handle'>,
  settings: AgentSettings,
  address: { port: number; host: string },
): Promise<Listening> {
  const within = (clientAddress: string) => server.connect(clientAddress);
  const agents = createAgentGateway({ ...settings, gateways: { public: within, customer: within } });
  const ofAgents = /^\/+(mcp|\.well-known\/oauth-protected-resource)([/?]|$)/i;
  const server = await listen(
    (req, res) => (ofAgents.test(req.url ?? '') ? agents : gateway).handle(req, res),
    address,
  );
  return server;
}

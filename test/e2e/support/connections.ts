import { Agent, request } from 'node:http';
import { onTestFinished } from 'vitest';

/** Creates an agent that opens up to this many connections, which stay open until the test has finished. */
export function connections(maxSockets: number): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets });
  onTestFinished(() => agent.destroy());
  return agent;
}

/** Returns the status of a GET over one of the agent's connections. All requests come from the same IP address. */
export function statusOf(url: string, agent: Agent, credential: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${credential}`, 'x-forwarded-for': '192.0.2.1' };
    request(url, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

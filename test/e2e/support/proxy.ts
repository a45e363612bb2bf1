import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Route, routes } from '@evict/contract';

export interface Backend {
  url: string;
  operationsUrl: string;
  /** Returns whether the backend serves this path. By default, it serves every path. */
  serves?: (path: string) => boolean;
}

/**
 * Starts a proxy in front of gateways, as in a deployment. It keeps connections alive, polls the readiness of every
 * backend, rotates between the ready ones that serve the path, and never retries.
 */
export async function startProxy(backends: Backend[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<Backend>();
  const looked = new Set<Backend>();
  const lastSent = new Map<Backend, number>();
  let sent = 0;

  /** Checks a backend, unless a check is running, because a late result must not replace a newer one. */
  async function look(backend: Backend): Promise<void> {
    if (looked.has(backend)) return;
    looked.add(backend);
    const isUp = await isReady(backend);
    looked.delete(backend);
    if (isUp && backends.includes(backend)) ready.add(backend);
    else ready.delete(backend);
  }

  /** Returns the least recently used of the ready backends that serve the URL. */
  function nextFor(url: string): Backend | undefined {
    const [path = ''] = url.split('?');
    const fit = backends.filter((backend) => ready.has(backend) && (backend.serves?.(path) ?? true));
    const turn = (backend: Backend) => lastSent.get(backend) ?? 0;
    return fit.sort((one, other) => turn(one) - turn(other))[0];
  }

  await Promise.all(backends.map(look));
  const looking = setInterval(() => void backends.map(look), 100);
  const server = createServer((req, res) => {
    const backend = nextFor(req.url ?? '');
    const fail = () => {
      if (res.headersSent) res.destroy();
      else res.writeHead(502).end();
    };
    if (!backend) return fail();
    lastSent.set(backend, (sent += 1));
    const { method = 'GET', headers } = req;
    const passed = request(backend.url + req.url, { method, headers, agent }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
      response.once('error', fail);
    });
    passed.once('error', fail);
    req.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replace(old: Backend, by: Backend) {
      backends.splice(backends.indexOf(old), 1, by);
      ready.delete(old);
    },
    isReady: (backend: Backend) => ready.has(backend),
    async stop() {
      clearInterval(looking);
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

/** Returns whether the backend is ready, or false if it doesn't respond in time. */
async function isReady({ operationsUrl }: Backend): Promise<boolean> {
  try {
    const response = await fetch(`${operationsUrl}/ready`, { signal: AbortSignal.timeout(5000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

const served = Object.values(routes).map(({ gateway, path }) => ({
  gateway,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Returns the gateway that serves a path of the API. */
export function gatewayOf(path: string): Route['gateway'] | undefined {
  return served.find(({ pattern }) => pattern.test(path))?.gateway;
}

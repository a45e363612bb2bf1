import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { CannotStart } from './cannot-start.ts';

/** Below the range that outgoing connections use, so that none of them takes a chosen port. */
const FIRST = 20_000;
const LAST = 31_999;

/** Finds a free port on loopback that isn't in `taken`. Throws if there is none. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port was found between ${FIRST} and ${LAST}`);
}

/** Rejects unless a server listens on the port. This is the cheapest check while a server starts. */
export async function expectListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

/** Whether a server could listen on the port now. */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Chooses a port for each variable. Throws CannotStart if a requested port is in use. For 0, reuses the last run's port
 * if it is free, so that URLs stay the same between runs.
 */
export async function choosePorts<K extends string>(
  wanted: Readonly<Record<K, number>>,
  last: Readonly<Partial<Record<string, number>>>,
): Promise<Record<K, number>> {
  const chosen: Record<string, number> = {};
  const taken = new Set<number>();
  const entries: [string, number][] = Object.entries(wanted);
  for (const [variable, port] of entries) {
    if (port === 0) continue;
    if (taken.has(port) || !(await isFree(port))) throw new CannotStart(inUse(variable, port));
    chosen[variable] = port;
    taken.add(port);
  }
  for (const [variable, asked] of entries) {
    if (asked !== 0) continue;
    const before = last[variable];
    const port = before !== undefined && !taken.has(before) && (await isFree(before)) ? before : await freePort(taken);
    chosen[variable] = port;
    taken.add(port);
  }
  return chosen;
}

function inUse(variable: string, port: number): string {
  return `Port ${port} is in use. Set ${variable} to another port, or to 0 for any free one.`;
}

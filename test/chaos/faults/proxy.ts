import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands before a server on this machine. */
export interface Proxy {
  port: number;
  /** From now on what the server says goes nowhere; what it is told arrives. */
  dropAnswers: () => void;
  /** Connections that have lost something are cut, as a network does in the end; new ones are whole again. */
  mend: () => void;
  close: () => void;
}

export async function startProxy(serverPort: number): Promise<Proxy> {
  const lossy = new Set<Socket>();
  const open = new Set<Socket>();
  let isDropping = false;
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.setNoDelay(true);
      open.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          open.delete(one);
          lossy.delete(one);
          other.destroy();
        });
    }
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      if (isDropping || lossy.has(client)) return lossy.add(client);
      if (!client.write(chunk)) {
        upstream.pause();
        client.once('drain', () => upstream.resume());
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    dropAnswers: () => (isDropping = true),
    mend() {
      isDropping = false;
      for (const client of lossy) client.destroy();
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

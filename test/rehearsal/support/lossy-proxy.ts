import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** The direction in which bytes are lost. */
export type Way = 'to the server' | 'to the client' | 'both ways';

/** Starts a proxy in front of a server on this machine. With `tls` it decrypts what it forwards. */
export async function startProxy(firstServerPort: number, tls?: TlsOptions) {
  const lossy = new Set<Socket>();
  const open = new Set<Socket>();
  let serverPort = firstServerPort;
  let lost: Way | null = null;
  const accept = (client: Socket) => {
    const upstream = connect(serverPort, '127.0.0.1');
    pass(client, upstream, 'to the server');
    pass(upstream, client, 'to the client');
  };
  const server = tls ? createTlsServer(tls, accept) : createServer(accept);

  function pass(from: Socket, to: Socket, way: Way): void {
    from.setNoDelay(true);
    open.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      open.delete(from);
      lossy.delete(from);
      // If bytes of a connection are lost, its end is lost, too.
      if (isLost(way) || lossy.has(to)) lossy.add(to);
      else to.destroy();
    });
    from.on('data', (chunk: Buffer) => {
      if (isLost(way) || lossy.has(from)) return lossy.add(from);
      if (to.write(chunk)) return undefined;
      from.pause();
      return to.once('drain', () => from.resume());
    });
  }

  function isLost(way: Way): boolean {
    return lost === 'both ways' || lost === way;
  }

  /** Ends the loss. Connections that have lost bytes are cut, as a network would do, and new ones work. */
  function mend(): void {
    lost = null;
    for (const socket of lossy) socket.destroy();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    /** Drops all traffic in this direction, on existing and new connections, without closing any of them. */
    swallow(way: Way): void {
      lost = way;
    },
    mend,
    /** Directs new connections to the server on this port, and cuts those to the old one. */
    leadTo(port: number): void {
      serverPort = port;
      mend();
      for (const socket of open) socket.destroy();
    },
    close(): void {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { issueCertificate, type KeyAndCertificate, keptAuthority } from '@evict/local';

/** The deliveries of one event to one receiver. */
interface Arrival {
  body: string;
  /** The number of deliveries. It is more than one if the service couldn't record a response. */
  times: number;
  /** Other bodies that arrived for the same event. */
  others: string[];
  /** The time of the first delivery, in epoch milliseconds. */
  at: number;
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** Starts receivers that accept every webhook, with certificates that the stack in the folder trusts. */
export async function startReceivers(dataDir: string, count: number) {
  const certificate = await certificateFor(dataDir);
  const arrived = new EventEmitter();
  const delays: number[] = [];
  const start = async () => {
    const arrivals = new Map<string, Arrival>();
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const at = Date.now();
      const { id, caseId, createdAt } = JSON.parse(body) as Record<'id' | 'caseId' | 'createdAt', string>;
      const before = arrivals.get(id);
      if (before) {
        before.times += 1;
        if (before.body !== body) before.others.push(body);
      } else {
        arrivals.set(id, { body, times: 1, others: [], at });
        delays.push(at - Date.parse(createdAt));
      }
      response.writeHead(204).end();
      arrived.emit(caseId);
      arrived.emit('any');
    };
    // A message that a dying sender leaves incomplete doesn't count.
    return { ...(await startReceiver(certificate, (...exchange) => void take(...exchange).catch(() => {}))), arrivals };
  };
  const started = await Promise.all(Array.from({ length: count }, start));
  return {
    /** The https URLs of the receivers, which run on this machine. */
    urls: started.map(({ url }) => url),
    /** For each receiver, its deliveries by the id of the event. */
    arrivals: started.map(({ arrivals }): ReadonlyMap<string, Arrival> => arrivals),
    /** For each event at each receiver, the milliseconds between the event and its arrival. */
    delays,
    /** Resolves when this many events have arrived in total. */
    async waitFor(total: number) {
      const signal = AbortSignal.timeout(120_000);
      while (delays.length < total) await once(arrived, 'any', { signal });
    },
    /** Calls `notify` once, when the next event of the case arrives at a receiver. */
    onNext: (caseId: string, notify: () => void) => void arrived.once(caseId, notify),
    close: () => started.forEach((receiver) => receiver.close()),
  };
}

/** Issues a certificate for receivers on this machine, signed by the authority that the stack in the folder trusts. */
async function certificateFor(dataDir: string): Promise<KeyAndCertificate> {
  return issueCertificate(await keptAuthority(dataDir), '127.0.0.1');
}

/** Starts a receiver that responds with `respond`. */
async function startReceiver(certificate: KeyAndCertificate, respond: RequestListener) {
  const server = createServer(certificate, respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Starts a receiver that accepts every connection and never responds. It ends with this process. */
export async function startMuteReceiver(): Promise<string> {
  const server = createTcpServer((socket) => socket.resume().on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

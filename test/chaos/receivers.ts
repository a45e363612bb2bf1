import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:https';
import { issueCertificate, keptAuthority } from '@evict/local';

/** The deliveries of one event to one receiver. */
interface Arrival {
  body: string;
  /** Their number; more than one if the service could not record a response. */
  times: number;
  /** Different bodies of the same event. */
  others: string[];
  /** Of the first one, epoch milliseconds. */
  at: number;
}

export interface Receivers {
  /** https, on this machine. */
  urls: string[];
  /** The deliveries to each receiver, by the id of the event. */
  arrivals: ReadonlyMap<string, Arrival>[];
  /** Calls back when the next event of the case is at a receiver. */
  onNext: (caseId: string, notify: () => void) => void;
  close: () => void;
}

/** Receivers that accept everything, with certificates that the stack of the folder trusts. */
export async function startReceivers(dataDir: string, count: number): Promise<Receivers> {
  const certificate = await issueCertificate(await keptAuthority(dataDir), '127.0.0.1');
  const cases = new EventEmitter();
  const started = await Promise.all(Array.from({ length: count }, () => startReceiver(certificate, cases)));
  return {
    urls: started.map(({ url }) => url),
    arrivals: started.map(({ arrivals }) => arrivals),
    onNext: (caseId, notify) => cases.once(caseId, notify),
    close: () => started.forEach((receiver) => receiver.close()),
  };
}

async function startReceiver(certificate: { cert: string; key: string }, cases: EventEmitter) {
  const arrivals = new Map<string, Arrival>();
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { id, caseId } = JSON.parse(body) as { id: string; caseId: string };
      const before = arrivals.get(id);
      if (!before) arrivals.set(id, { body, times: 1, others: [], at: Date.now() });
      else {
        before.times += 1;
        if (before.body !== body) before.others.push(body);
      }
      response.writeHead(204).end();
      cases.emit(caseId);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as { port: number }).port}/`,
    arrivals,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

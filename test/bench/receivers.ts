/**
 * A separate program, so that the cost of receivers is not counted for the service: HTTPS receivers, and ports that
 * accept every connection and never respond. Sends its parent the URLs, then the delay of each message.
 */
import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import { issueCertificate, keptAuthority } from '@evict/local';

const [dataDir = '', respondingCount, silentCount] = process.argv.slice(2);
const certificate = await issueCertificate(await keptAuthority(dataDir), '127.0.0.1');
const responding = await Promise.all(Array.from({ length: Number(respondingCount) }, () => listen(createReceiver())));
const silent = await Promise.all(
  Array.from({ length: Number(silentCount) }, () => listen(createServer((s) => s.on('error', () => {})))),
);
process.send?.({ responding, silent });
process.once('disconnect', () => process.exit());

function createReceiver(): Server {
  return createHttpsServer(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      const { createdAt } = JSON.parse(Buffer.concat(chunks).toString()) as { createdAt: string };
      const isOurs = request.headers['x-service-signature'] !== undefined;
      process.send?.({ lateMs: Date.now() - Date.parse(createdAt), isOurs });
    });
  });
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

/** Receives webhooks over HTTPS, and prints each as a line of JSON. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const read = (name) => readFileSync(new URL(name, import.meta.url));
const server = createServer({ key: read('key.pem'), cert: read('certificate.pem') }, async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  console.log(JSON.stringify({ headers: request.headers, body }));
  response.end();
}).listen(443);
process.once('SIGTERM', () => server.close(() => process.exit(0)));

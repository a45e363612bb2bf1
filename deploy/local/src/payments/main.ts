/**
 * A stand-in for Stripe on this machine. It serves Stripe's API to the product and checkout pages to people, and moves
 * no money. The arguments are its port on loopback, and the file in which it stores its state.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AccountState, createStripeAccount } from './account.ts';
import { checkoutPage } from './page.ts';
import { createStripeProtocol, textOf } from './protocol.ts';
import { standInKey } from './start.ts';

const [port = '', file = ''] = process.argv.slice(2);
const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AccountState) : undefined;
const account = createStripeAccount(`http://127.0.0.1:${port}`, before);
const respond = createStripeProtocol({
  secretKey: standInKey,
  call(request, params) {
    const response = account.call(request, params);
    if (!request.startsWith('GET ')) save();
    return response;
  },
});

const server = createServer((req, res) => {
  serve(req, res).catch((error: unknown) => {
    console.error(error);
    res.destroy();
  });
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [, id] = /^\/c\/pay\/(\w+)$/.exec(req.url ?? '') ?? [];
  if (id !== undefined) return servePage(req, res, id);
  const { status, headers, body } = await respond(req, await textOf(req));
  res.writeHead(status, headers).end(body);
}

/** Serves a checkout page. GET shows it, and POST is a click on "Pay". */
function servePage({ method }: IncomingMessage, res: ServerResponse, id: string): void {
  const session = account.sessions.find((one) => one.id === id);
  if (!session) return void res.writeHead(404).end('There is no such page.');
  if (method === 'POST' && session.status === 'open') {
    account.pay(id);
    save();
  }
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(checkoutPage(session));
}

/** Saves the account's state. Call this before the response is sent. */
function save(): void {
  const { sessions, refunds, payments } = account;
  writeFileSync(`${file}.new`, JSON.stringify({ sessions, refunds, payments }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

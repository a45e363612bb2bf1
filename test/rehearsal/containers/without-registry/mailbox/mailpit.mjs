#!/usr/local/bin/node
/**
 * Implements the parts of Mailpit that the tests need: SMTP on 1025, and the pages `/readyz` and `/api/v1/messages` on
 * 8025, including the text of each email.
 */
import { createServer } from 'node:http';

if (process.argv.includes('readyz')) {
  const { ok } = await fetch('http://127.0.0.1:8025/readyz').catch(() => ({ ok: false }));
  process.exit(ok ? 0 : 1);
}
const { simpleParser } = await import('mailparser');
const { SMTPServer } = await import('smtp-server');

const messages = [];

async function take(stream, session) {
  const { subject, text } = await simpleParser(stream);
  const to = session.envelope.rcptTo.map(({ address }) => ({ Address: address }));
  messages.unshift({ ID: String(messages.length), Subject: subject, To: to, Snippet: text });
}

async function takeAndSay(stream, session, callback) {
  try {
    await take(stream, session);
    callback();
  } catch (error) {
    callback(error);
  }
}

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, callback) => void takeAndSay(stream, session, callback),
}).listen(1025, '0.0.0.0');
const http = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(request.url === '/readyz' ? '{}' : JSON.stringify({ total: messages.length, messages }));
}).listen(8025, '0.0.0.0');
process.once('SIGTERM', () => {
  smtp.close();
  http.close();
  process.exit(0);
});

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { json } from '../support/requests.ts';

let keys = 0;

/** A key that nobody has; of every second one the service has to ask the database. */
export function unknownKey(): string {
  const { secret } = mintCredential(credentialPrefixes.testKey);
  return (keys += 1) % 2 ? secret : secret.slice(0, -1);
}

/** A PDF to the sniffing of its type, of so many bytes. */
export const pdfOf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes - 9)]);

/** An agent's call of a tool, and the headers with which it is sent. */
export function toolCall(name: string, given: object): Buffer<ArrayBuffer> {
  return Buffer.from(json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }));
}

export const toolHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** A message with this file, as its bytes are sent. */
export function mailWith(file: Buffer, filename = 'file.pdf'): Buffer {
  const encoded = file.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const head = ['From: pm@example.com', 'Subject: A file', 'MIME-Version: 1.0', 'Content-Type: application/pdf'];
  const about = [`Content-Disposition: attachment; filename="${filename}"`, 'Content-Transfer-Encoding: base64'];
  return Buffer.from([...head, ...about, '', encoded, ''].join('\r\n'));
}

/** Sends a message to an address of an inbox, from another address of this machine. Resolves to the code of the answer. */
export async function mailTo(mailIn: string, to: string, message: Buffer, localAddress = '127.0.0.1'): Promise<string> {
  const { hostname: host, port } = new URL(`smtp://${mailIn}`);
  const socket = connect({ host, port: Number(port), localAddress });
  const commands = ['EHLO example.com', 'MAIL FROM:<pm@example.com>', `RCPT TO:<${to}>`, 'DATA'];
  const sent = [...commands.map((line) => `${line}\r\n`), Buffer.concat([message, Buffer.from('.\r\n')])].values();
  let reply = '';
  try {
    for await (const chunk of socket) {
      reply += String(chunk);
      const [, code] = /(?:^|\n)(\d{3}) [^\n]*\n$/.exec(reply) ?? [];
      if (code === undefined) continue;
      const next = sent.next();
      if (next.done === true || Number(code) >= 400) return code;
      reply = '';
      socket.write(next.value);
    }
    return 'cut';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'broken';
  } finally {
    socket.destroy();
  }
}

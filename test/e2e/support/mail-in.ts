import { once } from 'node:events';
import { connect } from 'node:net';
import { createVirusScan } from '@evict/http';
import { urlAs } from '@evict/local';
import { createReceiver } from '@evict/mail-in/receiver';
import { openStore } from '@evict/store/database';
import { newId } from '@evict/store/ids';
import { createLogger } from '@evict/telemetry';
import { cloneDatabase, startTestClamd } from '@evict/testkit';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, expect } from 'vitest';
import { pdf } from './grounds.ts';
import { type Customer, startService } from './service.ts';

export const domain = 'inbox.example.com';
export const lease = { filename: 'lease.pdf', content: pdf('Lease') };

/** The service with a process that takes mail. */
export async function startMailIn() {
  const clamd = await startTestClamd();
  afterAll(() => clamd.stop());
  const databaseUrl = await cloneDatabase();
  const service = await startService({ databaseUrl, liveMode: true });
  const logged: string[] = [];
  const logger = createLogger('test', 'trace', { write: (line) => void logged.push(line) });

  /** Another one, under its own role of the database. */
  const receiver = async (options: Partial<Parameters<typeof createReceiver>[0]> = {}) => {
    const store = openStore(urlAs('mail_in', databaseUrl));
    const refuseInfected = createVirusScan(clamd.address);
    const terms = { certificate: '', liveMode: true, verifiedOnly: false };
    const made = createReceiver({ store, domain, refuseInfected, logger, ...terms, ...options });
    const listening = await made.listen({ port: 0, host: '127.0.0.1' });
    afterAll(async () => {
      await listening.close();
      await store.close();
    });
    return listening.port;
  };
  const port = await receiver();
  const send = async (to: string, more: SendMailOptions = {}, at = port) => {
    const written = { from: 'pm@example.com', to, subject: 'Secret subject', text: 'Hello', attachments: [lease] };
    return createTransport({ host: '127.0.0.1', port: at, ignoreTLS: true }).sendMail({ ...written, ...more });
  };
  const sendRaw = (to: string, raw: string) => send(to, { envelope: { from: 'a@b.co', to }, raw });

  const newAddress = async (session?: Pick<Customer, 'send'>) => {
    const caller = session ?? (await service.signUp()).session;
    const { id, address } = (await caller.send('POST', '/v1/intake/addresses')).body;
    const inbox = async () => (await caller.send('GET', '/v1/intake/files')).body.items;
    return { id, address: address as string, session: caller, inbox };
  };

  /** Puts so many files into an inbox. */
  const fill = async (organizationId: string, count: number) => {
    const refused = { filename: 'a.zip', sizeBytes: 1, refused: 'unsupported_type', mode: 'test' };
    const file = { ...refused, organizationId, contentHash: '0'.repeat(64) };
    const data = Array.from({ length: count }, () => ({ id: newId('intakeFile'), ...file }));
    await service.stack.store.prisma.intakeFile.createMany({ data });
  };
  return { service, clamd, databaseUrl, logged, port, receiver, send, sendRaw, newAddress, fill };
}

/** The code with which a mail is refused. */
export async function refusalOf(sending: Promise<unknown>): Promise<number | undefined> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  const { responseCode, message = '' } = (error ?? {}) as { responseCode?: number; message?: string };
  return responseCode ?? Number(/\b[45]\d\d\b/.exec(message)?.[0]);
}

/** A session of SMTP by hand. */
export async function connected(at: number) {
  const socket = connect(at, '127.0.0.1').on('error', () => {});
  let said = '';
  socket.on('data', (data) => (said += data.toString()));
  const say = async (text: string, code: string) => {
    said = '';
    socket.write(text);
    await expect.poll(() => said).toMatch(new RegExp(`^${code} `, 'm'));
  };
  await say('', '220');
  await say('EHLO a\r\n', '250');
  return { socket, say, closed: once(socket, 'close') };
}

export const mailTo = (address: string) => `MAIL FROM:<a@b.co>\r\nRCPT TO:<${address}>\r\nDATA\r\n`;

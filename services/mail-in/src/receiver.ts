import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ApiError, maxIntakeBytes, maxIntakeFiles, maxMailBytes } from '@evict/contract';
import type { RefuseInfected } from '@evict/http/virus-scan';
import { Limiter, LimiterError } from '@evict/limiter';
import type { Store } from '@evict/store/database';
import { keepMailedFiles, type MailedFile, type MailInTerms, takesMail } from '@evict/store/intake';
import { type Logger, metrics } from '@evict/telemetry';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { readCertificate, watchCertificate } from './certificate.ts';
import { createIncoming } from './incoming.ts';
import { besideText, judgeFile, maxFiles, readMessage } from './mailed-files.ts';
import { later, laterCode, Refusal } from './refusal.ts';
import { createSessions } from './sessions.ts';

interface ReceiverOptions extends MailInTerms {
  store: Store;
  /** What is behind the @ of its addresses. */
  domain: string;
  refuseInfected: RefuseInfected;
  logger: Logger;
  /** The folder of a certificate for STARTTLS; empty: without it. */
  certificate: string;
  /** How often that folder is checked for another one. */
  certificateMs?: number;
  /** How long a connection lasts, beside the message that it is sending. */
  maxSessionMs?: number;
}

const unknown = () => new Refusal(550, '5.1.1 There is no such address here');

/** In one session. A few of them are mistakes. */
const maxUnknownAddresses = 3;
const maxMessages = 20;

/** A message of 25 MB takes a third of a second, and a hostile one a few seconds. */
const readMs = 10_000;

/**
 * Takes mail for the secret addresses of inboxes, and 250 means that every file of the message is in the inbox, or named
 * there as refused. What a mail server sends again is kept once. Nothing that names a sender, a subject or a file is logged.
 */
export function createReceiver({
  store,
  domain,
  refuseInfected,
  logger,
  certificate,
  certificateMs = 60_000,
  maxSessionMs = 5 * 60_000,
  ...terms
}: ReceiverOptions) {
  const sessions = createSessions({ maxMs: maxSessionMs, cut });
  const receive = createIncoming();
  // Addresses take turns, so that mail to one delays only itself.
  const reading = new Limiter({ total: 1, maxWaitMs: 30_000 });
  const keeping = new Limiter({ total: 3, perKey: 2, maxWaitMs: 30_000 });
  let isRetired = false;

  const server = new SMTPServer({
    name: domain,
    banner: 'inbox',
    size: maxMailBytes,
    rejectOversized: true,
    maxClients: 200,
    // A server sends the same message once more for each other: no inbox hinders another.
    maxRecipients: 1,
    socketTimeout: 60_000,
    closeTimeout: 1000,
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', ...(certificate === '' ? ['STARTTLS'] : [])],
    ...(certificate !== '' && readCertificate(certificate)),
    onConnect({ remoteAddress, id }, done) {
      const isRefused = isRetired || sessions.open(id, remoteAddress) === null;
      done(isRefused ? new Refusal(421, '4.3.2 Try again later') : null);
    },
    onClose: ({ id }) => sessions.close(id),
    onMailFrom: (_address, { id }, done) => void answer(done, async () => countMessage(id)),
    onRcptTo: ({ address }, { id }, done) => void answer(done, () => checkRecipient(address, id)),
    onData: (stream, session, done) => void answer(done, () => take(stream, session)),
  });
  // Broken connections, which are those of others.
  server.on('error', (error) => logger.debug({ code: 'code' in error ? error.code : null }, 'connection failed'));

  return {
    async listen({ port, host }: { port: number; host: string }) {
      server.listen(port, host);
      await once(server.server, 'listening');
      const unwatch = certificate === '' ? () => {} : watchCertificate(certificate, certificateMs, renew);
      return {
        port: (server.server.address() as AddressInfo).port,
        retire: () => void (isRetired = true),
        async close() {
          isRetired = true;
          unwatch();
          await new Promise<void>((resolve) => server.close(resolve));
        },
      };
    },
  };

  /** For connections from now on. */
  function renew(): void {
    try {
      server.updateSecureContext(readCertificate(certificate));
      logger.info('certificate renewed');
    } catch (error) {
      // Its files are replaced one after the other.
      logger.warn({ fault: (error as Error).name }, 'certificate not renewed');
    }
  }

  function cut(id: string): void {
    [...server.connections].find((one) => one.id === id)?.close();
  }

  function countMessage(id: string): void {
    const session = sessions.get(id);
    if (!session || session.messages >= maxMessages) throw endOf(id, '4.3.2 Too many messages at once');
    session.messages += 1;
  }

  async function checkRecipient(address: string, id: string): Promise<void> {
    const mailbox = mailboxOf(address, domain);
    if (mailbox !== null && (await takesMail(store, mailbox, terms))) return;
    const session = sessions.get(id);
    if (!session || session.unknownAddresses >= maxUnknownAddresses)
      throw endOf(id, '4.7.1 Too many unknown addresses');
    session.unknownAddresses += 1;
    throw unknown();
  }

  function endOf(id: string, text: string): Refusal {
    sessions.end(id); // the answer goes out first
    return new Refusal(421, text);
  }

  async function take(stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession): Promise<void> {
    const session = sessions.get(id);
    const mailbox = mailboxOf(envelope.rcptTo[0]?.address ?? '', domain);
    if (!session || mailbox === null) throw later();
    const { network } = session;
    session.isBusy = true;
    try {
      await receive(stream, { network, cut: () => cut(id) }, async (received) => {
        const message = await reading.run(mailbox, () => read(received));
        received.length = 0;
        await keeping.run(mailbox, () => keep(mailbox, network, message));
      });
    } finally {
      session.isBusy = false;
      if (session.isOver) sessions.end(id);
    }
  }

  async function read(received: readonly Buffer[]): ReturnType<typeof readMessage> {
    const deadline = AbortSignal.timeout(readMs);
    const message = await readMessage(received, deadline).catch(() => {
      // A machine that is busy reads a good message later.
      throw deadline.aborted ? later() : new Refusal(554, '5.6.0 The message cannot be read');
    });
    const { length } = message.files;
    if (length === 0) throw new Refusal(554, '5.6.0 No file is attached');
    if (length > maxFiles) throw new Refusal(554, `5.6.0 More than ${maxFiles} files are attached`);
    return message;
  }

  /** Judges all files, and then keeps all of them. */
  async function keep(
    mailbox: string,
    network: string,
    { messageId, files: attached, beside }: Awaited<ReturnType<typeof read>>,
  ): Promise<void> {
    const files: MailedFile[] = [];
    for (const file of attached) files.push(await judgeFile(file, () => isInfected(network, file.content)));
    files.push(...besideText(beside));
    const bounds = { ...terms, mostFiles: maxIntakeFiles, mostBytes: maxIntakeBytes };
    const outcome = await keepMailedFiles(store, mailbox, { messageId, files }, bounds);
    if (outcome === 'full') throw new Refusal(552, '5.2.2 The inbox is full');
    if (outcome === 'unknown') throw unknown();
    metrics.mailsReceived.inc({ outcome: 'kept' });
    logger.info({ files: files.length, refused: files.filter(({ refused }) => refused).length }, 'mail taken');
  }

  async function isInfected(owner: string, content: Buffer): Promise<boolean> {
    try {
      await refuseInfected(owner, content);
      return false;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_request') return true;
      throw error; // no verdict
    }
  }

  /** Answers a command. What is not the sender's fault is tried again later. */
  async function answer(done: (error?: Error | null) => void, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      done();
    } catch (error) {
      const refusal = error instanceof Refusal ? error : later();
      metrics.mailsReceived.inc({ outcome: refusal.responseCode === laterCode ? 'later' : 'refused' });
      // Without its text, which can hold a name.
      if (!(error instanceof Refusal || error instanceof LimiterError)) {
        logger.warn({ fault: (error as Error).name }, 'mail not taken');
      }
      done(refusal);
    }
  }
}

/** What is before the @ of one of our addresses; null for any other. */
function mailboxOf(address: string, domain: string): string | null {
  const [, mailbox = '', at = ''] = /^([a-z2-9]{32})@(.+)$/i.exec(address) ?? [];
  return at.toLowerCase() === domain ? mailbox.toLowerCase() : null;
}

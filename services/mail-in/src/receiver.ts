import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ApiError, maxIntakeBytes, maxIntakeFiles, maxMailBytes, unknownAddressRate } from '@evict/contract';
import type { RefuseInfected } from '@evict/http/virus-scan';
import { shortNetwork } from '@evict/http/client-address';
import { isTooSlow } from '@evict/http/pace';
import { createTokenBuckets, Limiter, LimiterError } from '@evict/limiter';
import type { Store } from '@evict/store/database';
import { keepMailedFile, type MailInTerms, takesMail } from '@evict/store/intake';
import type { Logger } from '@evict/telemetry';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { judgeFile, maxFiles, readMessage } from './mailed-files.ts';

interface ReceiverOptions extends MailInTerms {
  store: Store;
  /** What is behind the @ of its addresses. */
  domain: string;
  refuseInfected: RefuseInfected;
  logger: Logger;
  /** For STARTTLS; null: without it. */
  tls: { key: Buffer; cert: Buffer } | null;
}

/** An answer to a mail server. A code from 400 asks it to try again, one from 500 to tell the sender. */
class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

const unknown = () => new Refusal(550, '5.1.1 There is no such address here');
const later = () => new Refusal(451, '4.3.0 Try again later');
const tooLarge = () => new Refusal(552, `5.3.4 The message is larger than ${maxMailBytes / 1024 ** 2} MB`);

/**
 * Takes mail for the secret addresses of inboxes, and 250 means that every file of the message is in the inbox, or named
 * there as refused. What a mail server sends again is kept once. Nothing that names a sender, a subject or a file is logged.
 */
export function createReceiver({ store, domain, refuseInfected, logger, tls, ...terms }: ReceiverOptions) {
  const guesses = createTokenBuckets(unknownAddressRate);
  /** The networks of connections. */
  const open = new Map<string, string>();
  const messages = new Limiter({ total: 4, perKey: 3, maxWaitMs: 30_000 });
  let isRetired = false;

  const server = new SMTPServer({
    name: domain,
    banner: 'inbox',
    size: maxMailBytes,
    rejectOversized: true,
    maxClients: 50,
    maxRecipients: 5,
    socketTimeout: 60_000,
    closeTimeout: 1000,
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    ...tls,
    onConnect({ remoteAddress, id }, done) {
      const network = shortNetwork(remoteAddress);
      const isGuessing = guesses.take(network) > 0;
      if (!isGuessing) guesses.giveBack(network);
      const isFull = [...open.values()].filter((one) => one === network).length >= maxOfNetwork;
      if (isRetired || isGuessing || isFull) return done(new Refusal(421, '4.3.2 Try again later'));
      open.set(id, network);
      done();
    },
    onClose: ({ id }) => void open.delete(id),
    onRcptTo: ({ address }, session, done) => void answer(done, () => checkRecipient(address, session)),
    onData: (stream, session, done) =>
      void answer(done, () => messages.run(shortNetwork(session.remoteAddress), () => take(stream, session))),
  });
  // Broken connections, which are those of others.
  server.on('error', (error) => logger.debug({ code: 'code' in error ? error.code : null }, 'connection failed'));

  return {
    async listen({ port, host }: { port: number; host: string }) {
      server.listen(port, host);
      await once(server.server, 'listening');
      return {
        port: (server.server.address() as AddressInfo).port,
        retire: () => void (isRetired = true),
        async close() {
          isRetired = true;
          await new Promise<void>((resolve) => server.close(resolve));
        },
      };
    },
  };

  async function checkRecipient(address: string, { remoteAddress, id }: SMTPServerSession): Promise<void> {
    const mailbox = mailboxOf(address, domain);
    if (mailbox !== null && (await takesMail(store, mailbox, terms))) return;
    if (guesses.take(shortNetwork(remoteAddress)) === 0) throw unknown();
    setImmediate(cut, id); // the answer goes out first
    throw new Refusal(421, '4.7.1 Too many unknown addresses');
  }

  function cut(id: string): void {
    [...server.connections].find((one) => one.id === id)?.close();
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { envelope, remoteAddress, id } = session;
    const bytes = await receive(stream, () => cut(id));
    const { messageId, files } = await readMessage(bytes).catch(() => {
      throw new Refusal(554, '5.6.0 The message cannot be read');
    });
    if (files.length === 0) throw new Refusal(554, '5.6.0 No file is attached');
    if (files.length > maxFiles) throw new Refusal(554, `5.6.0 More than ${maxFiles} files are attached`);
    let refused = 0;
    for (const file of files) {
      const judged = await judgeFile(file, () => isInfected(shortNetwork(remoteAddress), file.content));
      if (judged.refused !== null) refused += 1;
      for (const { address } of envelope.rcptTo) await keep(address, { ...judged, messageId });
    }
    logger.info({ files: files.length, refused, recipients: envelope.rcptTo.length }, 'mail taken');
  }

  async function keep(address: string, file: Parameters<typeof keepMailedFile>[2]): Promise<void> {
    const bounds = { ...terms, mostFiles: maxIntakeFiles, mostBytes: maxIntakeBytes };
    const outcome = await keepMailedFile(store, mailboxOf(address, domain) ?? '', file, bounds);
    if (outcome === 'full') throw new Refusal(552, '5.2.2 The inbox is full');
    if (outcome === 'unknown') throw unknown();
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
      if (error instanceof Refusal) return done(error);
      // Without its text, which can hold a name.
      if (!(error instanceof LimiterError)) logger.warn({ fault: (error as Error).name }, 'mail not taken');
      done(later());
    }
  }
}

/** Connections of one network at once. */
const maxOfNetwork = 30;

/** What is before the @ of one of our addresses; null for any other. */
function mailboxOf(address: string, domain: string): string | null {
  const [, mailbox = '', at = ''] = /^([a-z2-9]{32})@(.+)$/i.exec(address) ?? [];
  return at.toLowerCase() === domain ? mailbox : null;
}

/** The bytes of a message. Throws for one that is too large or breaks off; one that comes too slowly is cut. */
async function receive(stream: SMTPServerDataStream, cut: () => void): Promise<Buffer> {
  const started = performance.now();
  const chunks: Buffer[] = [];
  let length = 0;
  const pace = setInterval(() => {
    if (isTooSlow(length, performance.now() - started)) cut();
  }, 1000);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      // The rest is read, so that the server hears the answer.
      if (length <= maxMailBytes) chunks.push(chunk);
      else chunks.length = 0;
    }
  } finally {
    clearInterval(pace);
  }
  if (length > maxMailBytes || stream.sizeExceeded) throw tooLarge();
  return Buffer.concat(chunks);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@evict/local';
import { vi } from 'vitest';

interface ReceivedMail {
  subject: string;
  from: { address: string; name: string }[];
  to: { address: string }[];
  text: string;
  html: string;
  /** The headers by lower-case name. */
  headers: Record<string, unknown>;
}

/** Starts a real SMTP server that stores what it receives. */
export async function startTestMailbox() {
  // Loading maildev takes half a second of CPU time, and few test files need it.
  const { MailDev } = await import('maildev');
  const smtp = await freePort();
  const web = await freePort(new Set([smtp]));
  let stop = async () => {};

  /** Starts the server, on the same port each time. Only allowed while it is stopped. */
  const start = async () => {
    const mailDirectory = await mkdtemp(join(tmpdir(), 'mailbox-'));
    const server = new MailDev({ smtp, web, ip: '127.0.0.1', webIp: '127.0.0.1', mailDirectory, silent: true });
    await server.start();
    stop = async () => {
      stop = async () => {};
      await server.stop();
      await rm(mailDirectory, { recursive: true, force: true });
    };
  };

  /** Returns the received emails, oldest first, or only those for one address. */
  async function mailsWhere(query: { 'to.address'?: string }): Promise<ReceivedMail[]> {
    const url = `http://127.0.0.1:${web}/api/email?${new URLSearchParams(query).toString()}`;
    return (await (await fetch(url)).json()) as ReceivedMail[];
  }
  const allMails = () => mailsWhere({});
  // The server filters, because it may have hundreds of emails.
  const mailsTo = (address: string) => mailsWhere({ 'to.address': address });

  /**
   * Waits until at least `count` emails with a matching subject have been received for an address, and resolves to
   * them.
   */
  function waitForMails(address: string, count = 1, about = /^/): Promise<ReceivedMail[]> {
    const enough = async () => {
      const mails = (await mailsTo(address)).filter(({ subject }) => about.test(subject));
      return mails.length >= count && mails;
    };
    return vi.waitUntil(enough, { timeout: 60_000, interval: 100 });
  }

  await start();
  return {
    /** The URL of the SMTP server. */
    url: `smtp://127.0.0.1:${smtp}`,
    allMails,
    mailsTo,
    waitForMails,
    /** Stops the server, so that senders can't connect. Received emails are lost. */
    stop: () => stop(),
    start,
  };
}

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
  /** By lower-case name. */
  headers: Record<string, unknown>;
}

export interface TestMailbox {
  /** The address of its SMTP server. */
  url: string;
  /** Everything received. */
  allMails: () => Promise<ReceivedMail[]>;
  /** Mail received for an address, oldest first. */
  mailsTo: (address: string) => Promise<ReceivedMail[]>;
  /** Resolves to the mail received for an address once there are at least so many. */
  waitForMails: (address: string, count?: number) => Promise<ReceivedMail[]>;
  /** Senders find no server; received mail is dropped. */
  stop: () => Promise<void>;
  /** On the same port. Only after `stop`. */
  start: () => Promise<void>;
}

/** A real SMTP server that keeps what it receives. */
export async function startTestMailbox(): Promise<TestMailbox> {
  // Half a second of processor time, which few test files need.
  const { MailDev } = await import('maildev');
  const smtp = await freePort();
  const web = await freePort(new Set([smtp]));
  let stop = async () => {};

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

  async function allMails(): Promise<ReceivedMail[]> {
    return (await (await fetch(`http://127.0.0.1:${web}/api/email`)).json()) as ReceivedMail[];
  }

  async function mailsTo(address: string): Promise<ReceivedMail[]> {
    return (await allMails()).filter(({ to }) => to.some((recipient) => recipient.address === address));
  }

  await start();
  return {
    url: `smtp://127.0.0.1:${smtp}`,
    allMails,
    mailsTo,
    waitForMails: (address, count = 1) =>
      vi.waitUntil(
        async () => {
          const mails = await mailsTo(address);
          return mails.length >= count && mails;
        },
        { timeout: 60_000, interval: 50 },
      ),
    stop: () => stop(),
    start,
  };
}

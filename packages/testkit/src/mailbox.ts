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

/** A real SMTP server that keeps what it receives. */
export async function startTestMailbox() {
  // Half a second of processor time, which few test files need.
  const { MailDev } = await import('maildev');
  const smtp = await freePort();
  const web = await freePort(new Set([smtp]));
  let stop = async () => {};

  /** On the same port. Only after `stop`. */
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

  /** Everything received. */
  async function allMails(): Promise<ReceivedMail[]> {
    return (await (await fetch(`http://127.0.0.1:${web}/api/email`)).json()) as ReceivedMail[];
  }

  /** Mail received for an address, oldest first. */
  async function mailsTo(address: string): Promise<ReceivedMail[]> {
    return (await allMails()).filter(({ to }) => to.some((recipient) => recipient.address === address));
  }

  /** Resolves to the mail with such a subject received for an address once there are at least so many. */
  function waitForMails(address: string, count = 1, about = /^/): Promise<ReceivedMail[]> {
    const enough = async () => {
      const mails = (await mailsTo(address)).filter(({ subject }) => about.test(subject));
      return mails.length >= count && mails;
    };
    return vi.waitUntil(enough, { timeout: 60_000, interval: 50 });
  }

  await start();
  return {
    /** The address of its SMTP server. */
    url: `smtp://127.0.0.1:${smtp}`,
    allMails,
    mailsTo,
    waitForMails,
    /** Senders find no server; received mail is dropped. */
    stop: () => stop(),
    start,
  };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectListening } from './ports.ts';
import type { Supervisor } from './processes.ts';

export interface MailboxSettings {
  /** The folder for the emails and the log. */
  dir: string;
  smtpPort: number;
  webPort: number;
}

/** Starts the mailbox, which catches all mail that the stack sends. Resolves when its page responds. */
export async function startMailbox(supervisor: Supervisor, settings: MailboxSettings): Promise<void> {
  const { dir, smtpPort, webPort } = settings;
  // By default, all instances of MailDev on a machine share one folder.
  const mails = join(dir, 'mails');
  await mkdir(mails, { recursive: true });
  const program = fileURLToPath(new URL('bin/maildev.js', import.meta.resolve('maildev')));
  const flags = {
    smtp: String(smtpPort),
    ip: '127.0.0.1',
    web: String(webPort),
    'web-ip': '127.0.0.1',
    'mail-directory': mails,
    'max-emails': '1000',
  };
  await supervisor.start({
    name: 'Mailbox',
    stage: 'front',
    command: [process.execPath, program, ...Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value])],
    logFile: join(dir, 'mailbox.log'),
    check: async () => {
      await expectListening(webPort);
      const response = await fetch(`http://127.0.0.1:${webPort}/api/email`);
      await response.arrayBuffer();
    },
    startWithinMs: 30_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 1500,
  });
}

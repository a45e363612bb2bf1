/** `npm start`: runs the stack until a signal stops it. */
import { readConfigOrExit } from '@evict/config';
import type { Addresses } from './bring-up.ts';
import { CannotStart } from './cannot-start.ts';
import { stackSettings } from './settings.ts';
import { launch } from './stack.ts';
import { stopOnSignals } from './signals.ts';

const settings = readConfigOrExit(process.env, stackSettings);
// The environment is copied, because building the website changes this process's environment meanwhile.
const stack = launch({ settings, env: { ...process.env }, report: console.log });
const isStopping = stopOnSignals(stack, 0);

try {
  print(await stack.ready);
  await fail(await stack.broken);
} catch (error) {
  // An interrupted start also rejects.
  if (!isStopping()) await fail(error instanceof CannotStart ? error.message : error);
}

function print({ website, api, temporal, temporalWeb, mailbox, payments, smtp, postgres, metrics }: Addresses): void {
  const lines = [
    ['Website', website],
    ['API', api],
    ['Temporal', temporal],
    ['Temporal Web', temporalWeb ?? 'see your own Temporal server'],
    ['Mailbox', mailbox],
    ...(payments === null ? [] : [['Payments', `${payments} (stand-in)`] as const]),
    ['SMTP', smtp],
    ['PostgreSQL', postgres],
    ...Object.entries(metrics).map(([process, page]) => ['Metrics', `${page} (${process})`] as const),
    ['Data and logs', settings.dataDir],
  ];
  for (const [name, value] of lines) console.log(`${name}:`.padEnd(15), value);
  console.log(`ready ${api}`);
}

async function fail(reason: unknown): Promise<never> {
  console.error(reason);
  await stack.stop();
  process.exit(1);
}

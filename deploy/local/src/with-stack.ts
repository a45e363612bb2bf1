import { resolve } from 'node:path';
import type { Addresses, StackOptions } from './bring-up.ts';
import { lastPortsOf } from './data-dir.ts';
import { isHealthy } from './services.ts';
import { stopOnSignals } from './signals.ts';
import { launch } from './stack.ts';

/** Where to look; null where it is not known, or where there is none. */
export type Places = Pick<Addresses, 'api' | 'temporalNamespace' | 'temporalWeb'> & {
  mailbox: string | null;
  /** False for a stack that was started for this one use. */
  staysUp: boolean;
};

/**
 * Runs `use` against the stack that already answers on PORT; starts one where none does, and stops that one again.
 * A signal stops it too, and then ends this process.
 */
export async function withStack<T>(options: StackOptions, use: (places: Places) => Promise<T>): Promise<T> {
  const running = await runningStack(options.settings);
  if (running !== null) return use(running);
  const stack = launch(options);
  stopOnSignals(stack, 130);
  try {
    return await use({ ...(await stack.ready), staysUp: false });
  } finally {
    await stack.stop();
  }
}

async function runningStack({ port, dataDir, temporalNamespace, temporalAddress }: StackOptions['settings']) {
  const api = `http://127.0.0.1:${port}`;
  try {
    await isHealthy(api);
  } catch {
    return null;
  }
  // Its other ports stand in its folder, which is this one unless it was started with another DATA_DIR.
  const ports = await lastPortsOf(resolve(dataDir));
  const at = (known?: number) => (ports['PORT'] === port && known !== undefined ? `http://127.0.0.1:${known}` : null);
  const temporalWeb = temporalAddress === '' ? at(ports['TEMPORAL_UI_PORT']) : null;
  return { api, temporalNamespace, temporalWeb, mailbox: at(ports['MAIL_UI_PORT']), staysUp: true };
}

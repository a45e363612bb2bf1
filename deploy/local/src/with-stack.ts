import { resolve } from 'node:path';
import { type Addresses, type StackOptions, webOfNamespace } from './bring-up.ts';
import { lastPortsOf } from './data-dir.ts';
import { isHealthy } from './services.ts';
import { stopOnSignals } from './signals.ts';
import { launch } from './stack.ts';

/** URLs of a stack's pages. Null if unknown or absent. */
export type Links = Pick<Addresses, 'api' | 'temporalNamespace' | 'temporalWeb'> & {
  mailbox: string | null;
  /** False if the stack was started only for this use. */
  staysUp: boolean;
};

/**
 * Runs `use` with the stack that responds on PORT. If there is none, starts one and stops it afterwards. A signal also
 * stops it, and then ends this process.
 */
export async function withStack<T>(options: StackOptions, use: (links: Links) => Promise<T>): Promise<T> {
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
  // The stack's other ports are recorded in its data folder. If PORT differs there, the stack was started with another
  // DATA_DIR.
  const ports = await lastPortsOf(resolve(dataDir));
  const { TEMPORAL_UI_PORT: web, MAIL_UI_PORT: mail } = ports['PORT'] === port ? ports : {};
  return {
    api,
    temporalNamespace,
    temporalWeb: temporalAddress === '' && web !== undefined ? webOfNamespace(web, temporalNamespace) : null,
    mailbox: mail === undefined ? null : `http://127.0.0.1:${mail}`,
    staysUp: true,
  };
}

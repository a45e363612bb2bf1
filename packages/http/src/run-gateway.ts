import { isDatabaseReachable, type Store } from '@evict/store/database';
import type { Gateway } from './gateway.ts';
import { type RunSettings, runServer } from './run-server.ts';

/** Runs a gateway until a signal stops it. It is ready while its database responds. */
export async function runGateway(
  gateway: Pick<Gateway, 'listen'>,
  settings: Omit<RunSettings, 'checks'> & { store: Store },
): Promise<void> {
  const checks = { database: () => isDatabaseReachable(settings.store) };
  await runServer((address) => gateway.listen(address), { ...settings, checks });
}

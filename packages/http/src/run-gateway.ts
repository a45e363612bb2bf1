import { isDatabaseReachable, type Store } from '@evict/store/database';
import type { Gateway } from './gateway.ts';
import { type RunSettings, runServer } from './run-server.ts';

/** Serves a gateway, which is ready while its database responds, until a signal stops it. */
export async function runGateway(
  gateway: Pick<Gateway, 'listen'>,
  settings: Omit<RunSettings, 'checks'> & { store: Store },
): Promise<void> {
  const checks = { database: () => isDatabaseReachable(settings.store) };
  await runServer((address) => gateway.listen(address), { ...settings, checks });
}

import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import type { Store } from '@evict/store';

/** Whether requests can be served, which takes the database. */
export function healthRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.health, async () => ({ status: 200, body: { ok: await answersInTime(store) } }));
}

const patienceMs = 2000;

/** A database that hangs answers no better than one that is gone. */
async function answersInTime({ pool }: Store): Promise<boolean> {
  const answer = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const ok = await Promise.race([answer, late]);
  clearTimeout(timer);
  return ok;
}

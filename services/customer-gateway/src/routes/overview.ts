import { shownNextAction } from '@evict/case-model';
import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { readOverview } from '@evict/store/overview';
import type { Dependencies } from '../dependencies.ts';

const bounds = { most: 20, days: 14, mostCounted: 1000 };

/** Serves the overview: cases that wait for the customer, upcoming dates, and charges that are due. */
export function overviewRoutes(gateway: Gateway, { store }: Pick<Dependencies, 'store'>): void {
  gateway.route(routes.getOverview, async ({ caller }) => {
    const found = await readOverview(store, caller, bounds);
    const now = Date.now();
    const waiting = found.needsYou.map(({ nextAction, updatedAt, ...one }) => ({
      ...one,
      description: shownNextAction(nextAction, now).description,
      updatedAt: new Date(updatedAt).toISOString(),
    }));
    return {
      status: 200,
      body: {
        needsYou: { total: found.needsYouTotal, items: waiting },
        upcoming: found.upcoming,
        due: { totalCents: found.dueCents, items: found.due },
      },
    };
  });
}

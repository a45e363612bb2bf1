import type { Mode } from '@evict/case-model';
import { poolOf, type Store } from '../database/store.ts';

// What of an organization is started at a time is bounded, so that one with thousands of deliveries that cannot be made
// does not fill Temporal with them. The rest stays rows until the sweep finds room for it.

/** The deliveries that one organization may have started and not yet tried in one mode; its endpoints share them. */
export const maxStartedAtOnce = 200;

/** A delivery that may be started now, and whose it is. */
export interface StartableDelivery {
  id: string;
  dueAt: Date;
  endpointId: string;
  organizationId: string;
  mode: Mode;
}

export interface StartablePage {
  mode: Mode;
  /** How long a delivery is left to whoever recorded or tried it before. */
  overdueMs: number;
  /** The last delivery of the page before; null for the first page. */
  after: StartableDelivery | null;
  count: number;
}

/**
 * Deliveries that nobody seems to have started, endpoint by endpoint: of each those that have been due longest, up to
 * its share. Deliveries that were postponed before their first attempt are started at their time, and nothing else of
 * their endpoint before they have been tried. A page may end within an endpoint; the next one begins with another.
 */
export async function listStartableDeliveries(
  store: Store,
  { mode, overdueMs, after, count }: StartablePage,
): Promise<StartableDelivery[]> {
  const { rows } = await poolOf(store).query<StartableDelivery>({
    name: 'webhooks-startable',
    text: `SELECT d.id, d."dueAt", e.id AS "endpointId", e."organizationId", e.mode
      FROM "WebhookEndpoint" e CROSS JOIN LATERAL (
        SELECT id, "dueAt" FROM "WebhookDelivery"
        WHERE "endpointId" = e.id AND "dueAt" <= now()
          AND (attempts = 0 AND "dueAt" > "createdAt" OR "dueAt" <= now() - make_interval(secs => $1::float8 / 1000)
            AND 0 = (SELECT count(*) FROM "WebhookDelivery" p
              WHERE p."endpointId" = e.id AND p.attempts = 0 AND p."dueAt" > p."createdAt"))
        ORDER BY "dueAt", id LIMIT (
          SELECT ${maxStartedAtOnce} / greatest(1, count(*)) FROM "WebhookEndpoint" o
          WHERE o."organizationId" = e."organizationId" AND o.mode = e.mode AND o."disabledAt" IS NULL
        )
      ) d
      WHERE e.id > $2 AND e.mode = $3 AND e."disabledAt" IS NULL
      ORDER BY e.id, d."dueAt", d.id LIMIT $4`,
    values: [overdueMs, after?.endpointId ?? '', mode, count],
  });
  return rows;
}

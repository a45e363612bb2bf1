import type { Mode } from '@evict/case-model';
import { poolOf, type Store } from '../database/store.ts';

// The number of started deliveries per organization is limited, so that thousands of undeliverable ones do not fill
// Temporal. The others stay rows until the sweep can start them.

/** The number of started, unattempted deliveries per organization and mode, which its endpoints share. */
export const maxStartedAtOnce = 200;

/** A delivery that can be started now, and its owner. */
export interface StartableDelivery {
  id: string;
  dueAt: Date;
  endpointId: string;
  organizationId: string;
  mode: Mode;
}

export interface StartablePage {
  mode: Mode;
  /** How long a delivery is left to the process that recorded or attempted it. */
  overdueMs: number;
  /** The last delivery of the page before; null for the first page. */
  after: StartableDelivery | null;
  count: number;
}

/**
 * Deliveries that apparently nobody has started, by endpoint: the longest due of each, up to its share. A delivery that
 * was postponed before its first attempt starts on time, and blocks others of its endpoint until it is attempted. A
 * page may end within an endpoint; the next one starts with another endpoint.
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

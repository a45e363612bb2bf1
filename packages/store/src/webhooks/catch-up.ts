import type { Mode } from '@evict/case-model';
import { allRows, firstRow, raw, type Store } from '../database/store.ts';

// An endpoint that is enabled again is sent what it missed, step by step.

/** The enabled endpoints that have not been sent all that they missed, longest enabled first. */
export async function listEndpointsBehind(store: Store): Promise<{ id: string; mode: Mode }[]> {
  return allRows<{ id: string; mode: Mode }>(store)`
    SELECT id, mode FROM "WebhookEndpoint" WHERE ${isBehind} ORDER BY "enabledAt", id`;
}

/** Of an endpoint: it is enabled, and was not sent all that it missed. */
export const isBehind = raw(`"missedAfter" IS NOT NULL AND "disabledAt" IS NULL`);

/**
 * Records the deliveries of the next events that an endpoint missed, up to 1,000, in the order of the feed. Returns
 * whether any of them is due.
 */
export async function catchUp(store: Store, endpointId: string): Promise<boolean> {
  const row = await firstRow<{ isDue: boolean }>(store)`SELECT "catchUp"(${endpointId}) AS "isDue"`;
  return row?.isDue ?? false;
}

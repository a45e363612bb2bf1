import type { DeliveryClient } from '@evict/temporal';
import type { Context } from './context.ts';
import { failureOf } from './failures.ts';

/** Starts what was recorded. If Temporal is unavailable, the sweep of the delivery worker starts it later. */
export async function startSoon(context: Context, start: (deliveries: DeliveryClient) => Promise<void>): Promise<void> {
  try {
    await start((await context.temporal()).deliveries);
  } catch (error) {
    context.warn(`Recorded, but not started: the delivery worker starts it later. ${failureOf(error).message}`);
  }
}

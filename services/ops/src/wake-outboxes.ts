import type { Due } from '@evict/temporal';
import type { Context } from './context.ts';
import { failureOf } from './failures.ts';

/** Wakes the outboxes of what was recorded. If Temporal is unavailable, the outbox worker notices the rows later. */
export async function wakeOutboxes(context: Context, due: Due): Promise<void> {
  try {
    await (await context.temporal()).outbox.wake(due);
  } catch (error) {
    context.warn(`Recorded, but not sent yet: the outbox worker notices it later. ${failureOf(error).message}`);
  }
}

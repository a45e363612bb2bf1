import { setTimeout } from 'node:timers/promises';
import { buildFacts } from '../e2e/support/facts.ts';
import { send } from '../e2e/support/api.ts';
import type { World } from './driver/world.ts';

const everyMs = 250;
const patienceMs = 60_000;

export interface Recovery {
  /** Until a command that was sent afterwards is acknowledged, in milliseconds. */
  commandMs: number;
  /** Until the event of such a command is at a receiver. */
  deliveryMs: number;
}

/**
 * How long after that instant (epoch milliseconds) the service is there again: a new case is submitted every quarter of
 * a second, without retries, until one of them is through and one has been told of. Infinity where none is in a minute.
 */
export async function measureRecovery(world: World, since: number): Promise<Recovery> {
  const recovery: Recovery = { commandMs: Infinity, deliveryMs: Infinity };
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const isCommanded = recovery.commandMs < Infinity;
    if (isCommanded && recovery.deliveryMs < Infinity) break;
    // One that was sent is through: its event is on its way.
    if (!isCommanded) void probe(world, since, recovery);
    await setTimeout(everyMs);
  }
  return recovery;
}

async function probe({ stack, receivers, organizations }: World, since: number, recovery: Recovery): Promise<void> {
  const elapsed = () => Date.now() - since;
  const { credential = '' } = organizations[0]?.test ?? {};
  try {
    const draft = await send(stack.api, 'POST', '/v1/cases', { credential, body: buildFacts() });
    const caseId = String(draft.body?.id);
    receivers.onNext(caseId, () => (recovery.deliveryMs = Math.min(recovery.deliveryMs, elapsed())));
    const { status } = await send(stack.api, 'POST', `/v1/cases/${caseId}/submit`, { credential });
    if (status === 200) recovery.commandMs = Math.min(recovery.commandMs, elapsed());
  } catch {
    // No answer: the next one may have one.
  }
}

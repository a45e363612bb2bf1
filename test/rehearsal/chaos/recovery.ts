import { setTimeout } from 'node:timers/promises';
import { buildFacts } from '../../e2e/support/facts.ts';
import { send } from '../../e2e/support/api.ts';
import type { World } from './world.ts';

const everyMs = 400;
const patienceMs = 60_000;
/**
 * The time limit of one probe in milliseconds. A command that hangs doesn't block the others, and isn't sent again. On
 * a busy machine a probe takes seconds.
 */
const oneProbeMs = 20_000;

export interface Recovery {
  /** The time until a command that was sent afterwards was acknowledged, in milliseconds. */
  commandMs: number;
  /** The time until the event of such a command reached a receiver, in milliseconds. */
  deliveryMs: number;
}

/**
 * Measures how long after `since` (epoch milliseconds) the service has recovered. Withdraws new cases, the lightest
 * complete command, until one is acknowledged and one event is delivered. A time is Infinity if that takes more than a
 * minute.
 */
export async function measureRecovery(world: World, since: number): Promise<Recovery> {
  const recovery: Recovery = { commandMs: Infinity, deliveryMs: Infinity };
  const deadline = Date.now() + patienceMs;
  for (let probes = 0; Date.now() < deadline; probes += 1) {
    const isCommanded = recovery.commandMs < Infinity;
    if (isCommanded && recovery.deliveryMs < Infinity) break;
    // Once a command is acknowledged, its event will arrive, so no other command is needed.
    if (!isCommanded) void probe(world, probes, since, recovery);
    await setTimeout(everyMs);
  }
  return recovery;
}

/**
 * Creates and withdraws a case. Each probe uses another organization, because a gateway works on only a few requests of
 * one organization at once.
 */
async function probe(
  { stack, receivers, organizations }: World,
  index: number,
  since: number,
  recovery: Recovery,
): Promise<void> {
  const elapsed = () => Date.now() - since;
  const { credential = '' } = organizations[index % organizations.length]?.test ?? {};
  const signal = AbortSignal.timeout(oneProbeMs);
  try {
    const draft = await send(stack.api, 'POST', '/v1/cases', { credential, body: buildFacts(), signal });
    if (draft.status !== 201) return;
    const caseId = draft.body.id as string;
    receivers.onNext(caseId, () => (recovery.deliveryMs = Math.min(recovery.deliveryMs, elapsed())));
    const { status } = await send(stack.api, 'POST', `/v1/cases/${caseId}/withdraw`, { credential, signal });
    if (status === 200) recovery.commandMs = Math.min(recovery.commandMs, elapsed());
  } catch {
    // There was no response, but the next command may get one.
  }
}

import { setTimeout } from 'node:timers/promises';
import type { World } from './driver/world.ts';
import type { Nemesis } from './faults/nemeses.ts';
import { checkHistories } from './invariants/histories.ts';
import { measureRecovery } from './recovery.ts';
import type { ChaosStack, ProcessName } from './stack.ts';

/** Below the limit of the stack, which gives up a process that has to be restarted five times in half a minute. */
const most = { ends: 3, withinMs: 31_000 };
const calmMs = 500;

/** Injects one fault at a time, and measures and checks each before the next. */
export function createStriker(world: World<ChaosStack>) {
  const ends = new Map<ProcessName, number[]>();

  async function untilItMayEnd(name: ProcessName): Promise<void> {
    for (;;) {
      const lately = (ends.get(name) ?? []).filter((at) => at > Date.now() - most.withinMs);
      ends.set(name, lately);
      if (lately.length < most.ends) return;
      await setTimeout(100);
    }
  }

  /** Returns false if the fault did not happen. */
  return async function strike({ name, ends: ended, strike: inject }: Nemesis): Promise<boolean> {
    for (const process of ended) await untilItMayEnd(process);
    const startedAt = Date.now();
    if (!(await inject(world.stack))) return false;
    const endedAt = Date.now();
    for (const process of ended) ends.get(process)?.push(endedAt);
    const { commandMs, deliveryMs } = await measureRecovery(world, endedAt);
    world.tally.faults.push({ name, startedAt, endedAt, commandMs, deliveryMs });
    const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(5);
    console.log(`${name.padEnd(90)} commands ${seconds(commandMs)} s, webhooks ${seconds(deliveryMs)} s`);
    await checkHistories(world);
    await setTimeout(calmMs);
    return true;
  };
}

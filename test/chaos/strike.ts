import { setTimeout } from 'node:timers/promises';
import type { World } from './driver/world.ts';
import type { Nemesis } from './faults/nemeses.ts';
import { checkHistories } from './invariants/histories.ts';
import { measureRecovery } from './recovery.ts';
import type { ChaosStack } from './stack.ts';

const calmMs = 500;

/** Injects one fault at a time, and measures and checks each before the next. */
export function createStriker(world: World<ChaosStack>) {
  /** Returns false if the fault did not happen. */
  return async function strike({ name, strike: inject }: Nemesis): Promise<boolean> {
    const startedAt = Date.now();
    if (!(await inject(world.stack))) return false;
    const endedAt = Date.now();
    const { commandMs, deliveryMs } = await measureRecovery(world, endedAt);
    world.tally.faults.push({ name, startedAt, endedAt, commandMs, deliveryMs });
    const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(5);
    console.log(`${name.padEnd(90)} commands ${seconds(commandMs)} s, webhooks ${seconds(deliveryMs)} s`);
    await checkHistories(world);
    await setTimeout(calmMs);
    return true;
  };
}

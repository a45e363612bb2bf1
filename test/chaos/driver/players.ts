import type { Random } from '../random.ts';
import { ViolationError } from '../tally.ts';
import { playLiveCase } from './live-player.ts';
import { playSandboxCase } from './sandbox-player.ts';
import type { World } from './world.ts';

/**
 * Plays so many cases at once, each by a sequence of its own from the seed, one after the other until the signal.
 * Resolves when every command in progress is acknowledged. A violation is counted, and another case is started.
 */
export async function playCases(world: World, random: Random, atOnce: number, signal: AbortSignal): Promise<void> {
  const players = Array.from({ length: atOnce }, async (_, index) => {
    const own = random.of(`player ${index}`);
    const play = index % 2 === 0 ? playLiveCase : playSandboxCase;
    while (!signal.aborted) {
      try {
        await play(world, own, signal);
      } catch (error) {
        if (!(error instanceof ViolationError)) throw error;
        world.tally.add(error.wrong, error.message);
      }
    }
  });
  await Promise.all(players);
}

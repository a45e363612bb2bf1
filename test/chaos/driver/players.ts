import type { Random } from '../random.ts';
import { ViolationError } from '../tally.ts';
import { playLiveCase } from './live-player.ts';
import { playSandboxCase } from './sandbox-player.ts';
import type { World } from './world.ts';

/**
 * Plays that many cases at once, one after the other until the signal, each with its own sequence from the seed.
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

import { metrics } from '@evict/telemetry';
import type { CommandResult } from './messages.ts';

/**
 * Measures how long a command takes from request to response. `isUnknown` says whether an error leaves the outcome
 * unknown.
 */
export async function measured(
  command: string,
  send: () => Promise<CommandResult>,
  isUnknown: (error: unknown) => boolean,
): Promise<CommandResult> {
  const stop = metrics.commandDuration.startTimer({ command });
  try {
    const result = await send();
    stop({ result: result.ok ? 'ok' : result.code });
    return result;
  } catch (error) {
    stop({ result: isUnknown(error) ? 'unknown' : 'error' });
    throw error;
  }
}

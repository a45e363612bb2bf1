import { errorClass } from '@evict/telemetry';
import { ApplicationFailure } from '@temporalio/common';

/**
 * Reduces an error to its class before it leaves an activity. Error messages of databases, servers and renderers
 * contain values and addresses, and Temporal stores failures as long as the history. `nonRetryable` selects the errors
 * that Temporal doesn't retry. By default it retries all.
 */
export async function redactErrors<T>(
  run: () => Promise<T>,
  { nonRetryable = () => false }: { nonRetryable?: (error: unknown) => boolean } = {},
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const type = errorClass(error);
    throw ApplicationFailure.create({ type, message: 'failed', nonRetryable: nonRetryable(error) });
  }
}

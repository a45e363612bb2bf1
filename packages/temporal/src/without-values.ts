import { errorClass } from '@evict/telemetry';
import { ApplicationFailure } from '@temporalio/common';

/**
 * Reduces an error to its class before it leaves an activity: errors of databases, servers and renderers quote values and
 * addresses, and Temporal keeps failures as long as the history. `nonRetryable` selects the errors that Temporal does not
 * retry; by default it retries all.
 */
export async function withoutValues<T>(
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

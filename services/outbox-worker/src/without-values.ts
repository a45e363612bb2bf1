import { ApplicationFailure } from '@temporalio/common';

/**
 * Reduces an error to its class before it leaves an activity: messages of servers and databases hold addresses, and
 * Temporal would store them.
 */
export async function withoutValues<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw ApplicationFailure.create({ message: error instanceof Error ? error.name : 'unexpected' });
  }
}

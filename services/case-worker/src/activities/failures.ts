import { RenderFailure } from '@evict/documents';
import { ApplicationFailure } from '@temporalio/common';

/**
 * Database and renderer errors quote the values they choked on, and a Temporal failure is kept for as long as the
 * history: only the class of the error leaves an activity. `nonRetryable` says which errors Temporal is not to retry;
 * it retries all of them without it.
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

/** The constructor's name and, where there is one, the database's code, for example `PrismaClientKnownRequestError P2021`. */
export function errorClass(error: unknown): string {
  if (error instanceof RenderFailure) return error.failureClass;
  if (!(error instanceof Error)) return 'Error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.constructor.name}${code}`;
}

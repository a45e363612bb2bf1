import { ApplicationFailure } from '@temporalio/common';

/**
 * Database and renderer errors quote the values they choked on, and a Temporal failure is kept for as long as the
 * history: only the class of the error leaves an activity.
 */
export async function withoutValues<T>(run: () => Promise<T>, { nonRetryable = false } = {}): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw ApplicationFailure.create({ type: errorClass(error), message: 'failed', nonRetryable });
  }
}

/** The constructor's name and, where there is one, the database's code, for example `PrismaClientKnownRequestError P2021`. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.constructor.name}${code}`;
}

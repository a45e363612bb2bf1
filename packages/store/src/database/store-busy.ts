/** Thrown when the store could not start the work in time. Nothing was done, so the caller may retry. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError';
}

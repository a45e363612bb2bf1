/** The store could not start the work in time. Nothing was done, and the caller may retry. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError';
}

/** The store could not begin in time. Nothing was done, and the same can be asked again. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError';
}

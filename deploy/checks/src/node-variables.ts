/** What Node itself reads; every process may be given these. */
export const nodeVariables: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'UV_THREADPOOL_SIZE',
]);

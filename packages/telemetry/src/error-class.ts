/**
 * Returns the name of the error's constructor, followed by its `code` if it has one, for example
 * `PrismaClientKnownRequestError P2021`.
 */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.constructor.name}${code}`;
}

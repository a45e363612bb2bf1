/** The constructor's name and, where there is one, the database's code, for example `PrismaClientKnownRequestError P2021`. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.constructor.name}${code}`;
}

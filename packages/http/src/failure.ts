/** What is logged of an unexpected error: its class and where it happened. Messages of database errors hold values. */
export interface Failure {
  class: string;
  code?: string;
  stack: string[];
  cause?: Failure;
}

export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { class: typeof error, stack: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // A message can hold lines that look like frames; the real ones follow it.
  const { stack = '', message } = error;
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  return {
    class: error.constructor.name,
    ...(code !== undefined && { code }),
    stack: frames.match(/^ {4}at .+:\d+:\d+\)?$/gm) ?? [],
    ...(error.cause !== undefined && { cause: describeFailure(error.cause) }),
  };
}

/**
 * The loggable part of an unexpected error: its class and where it was thrown. Messages are left out, because database
 * error messages contain values.
 */
export interface Failure {
  class: string;
  code?: string;
  stack: string[];
  cause?: Failure;
}

export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { class: typeof error, stack: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // The message can contain lines that look like stack frames. The real frames come after the message.
  const { stack = '', message } = error;
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  return {
    class: error.constructor.name,
    ...(code !== undefined && { code }),
    stack: frames.match(/^ {4}at .+:\d+:\d+\)?$/gm) ?? [],
    ...(error.cause !== undefined && { cause: describeFailure(error.cause) }),
  };
}

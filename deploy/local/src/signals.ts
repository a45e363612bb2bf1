import type { Stack } from './stack.ts';

/** A terminal sends Ctrl-C to a whole group of processes, and npm passes it on: one wish arrives twice. */
const SAME_WISH_MS = 1000;

/**
 * From now on SIGINT, SIGTERM and SIGHUP stop the stack and then end this process with the given code. Another signal, later
 * than a second after the first, ends every process at once. Returns a function that says whether a signal has come.
 */
export function stopOnSignals(stack: Pick<Stack, 'stop' | 'kill'>, code: number): () => boolean {
  let firstAt: number | null = null;
  const onSignal = () => {
    if (firstAt === null) {
      firstAt = Date.now();
      console.log('stopping …');
      void stack.stop().then(() => process.exit(code), endAtOnce);
    } else if (Date.now() - firstAt > SAME_WISH_MS) {
      stack.kill();
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  // A terminal or a pipe that is gone must not end this process before it has stopped the others.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return () => firstAt !== null;
}

function endAtOnce(error: unknown): void {
  console.error(error);
  process.exit(1);
}

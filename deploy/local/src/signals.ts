import type { Stack } from './stack.ts';

/** A terminal sends Ctrl-C to the whole process group and npm forwards it, so one keypress arrives twice. */
const DUPLICATE_SIGNAL_MS = 1000;

/**
 * Makes SIGINT, SIGTERM and SIGHUP stop the stack and then exit with the given code. A further signal, more than a
 * second after the first, kills every process at once. Returns a function that reports whether a signal has arrived.
 */
export function stopOnSignals(stack: Pick<Stack, 'stop' | 'kill'>, code: number): () => boolean {
  let firstAt: number | null = null;
  const onSignal = () => {
    if (firstAt === null) {
      firstAt = Date.now();
      console.log('stopping …');
      void stack.stop().then(() => process.exit(code), endAtOnce);
    } else if (Date.now() - firstAt > DUPLICATE_SIGNAL_MS) {
      stack.kill();
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  // A closed terminal or pipe must not end this process before it has stopped the others.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return () => firstAt !== null;
}

function endAtOnce(error: unknown): void {
  console.error(error);
  process.exit(1);
}

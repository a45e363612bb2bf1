import type { Writable } from 'node:stream';
import { runOps, type Surroundings } from './cli.ts';

/**
 * Runs one command on the standard streams and ends the process with its exit code, once the reader has taken all of its
 * output. Writes to a pipe are asynchronous: an earlier exit would cut the output at what the pipe holds.
 */
export async function runAndExit(args: readonly string[], surroundings: Surroundings): Promise<never> {
  const { stdout, stderr } = process;
  // A closed reader, such as `head`, has what it wants: the command still completes.
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedReader);
  const code = await runOps(args, {
    ...surroundings,
    out: (text) => stdout.write(`${text}\n`),
    err: (text) => stderr.write(`${text}\n`),
  });
  await Promise.all([stdout, stderr].map(drained));
  process.exit(code);
}

/** Resolves when everything was written, or when the stream has failed. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

function ignoreClosedReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

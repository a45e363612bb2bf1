#!/usr/bin/env node
import { CommanderError } from 'commander';
import { exitCodes, failureOf, interrupted, NeedsPerson } from './failures.ts';
import { createProgram } from './program.ts';
import { json, openTerminal } from './terminal.ts';

/** Commands that run until they are stopped, usually with Ctrl-C. */
const endless = ['events', 'listen', 'mcp'];

const stopped = new AbortController();
// A second signal ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());
// If the reader of the output closes early, as `head` does, it doesn't need any more of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  stopped.abort();
});

const terminal = openTerminal(process, process.env);
const args = process.argv.slice(2);
const given = { env: process.env, terminal, signal: stopped.signal };
const program = createProgram(given, (exitCode) => (process.exitCode = exitCode));
try {
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.exitCode = await report(error);
}

async function report(error: unknown): Promise<number> {
  if (stopped.signal.aborted) return endless.some((name) => program.args[0] === name) ? exitCodes.ok : interrupted;
  // Help or the version was printed. If help was printed because the command is missing, that is an error.
  if (error instanceof CommanderError && /^commander\.(?:help|version)/u.test(error.code))
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  const { json: asJson = false } = program.opts<{ json?: boolean }>();
  if (error instanceof NeedsPerson) {
    await terminal.print(json(error.result));
    return error.exitCode;
  }
  const { exitCode, code, message, faults } = failureOf(error);
  const lines = [`${code}: ${message}`, ...faults.map((fault) => `  ${fault}`)];
  // The message may repeat an argument that is in the wrong place, so remove keys from it.
  const keys = /\b(?:eak|ess|eut|eoa|eor|whsec)_[\w-]+/gu;
  terminal.tell((asJson ? json({ error: { code, message, faults } }) : lines.join('\n')).replace(keys, '...'));
  return exitCode;
}

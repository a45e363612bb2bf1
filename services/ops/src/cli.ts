import { userInfo } from 'node:os';
import type { Writable } from 'node:stream';
import type { Environment } from '@evict/config';
import { beginOperatorAction, endOperatorAction } from '@evict/store/operations';
import { CommanderError } from 'commander';
import type { OnlineCommand, Result } from './command.ts';
import { type Context, withContext } from './context.ts';
import { exitCodes, type Failure, failureOf } from './failures.ts';
import { pairs } from './output.ts';
import { type Asked, createProgram, helpFor } from './program.ts';
import { toBeProven } from './identity.ts';

export { provesOperators } from './identity.ts';

export interface Surroundings {
  /** Loads the environment. Called once the arguments are valid. May throw ConfigError or Unreachable. */
  environment: () => Promise<Environment>;
  /** Whether the system user identifies a person. If not, --operator is required. */
  isOfOnePerson?: boolean;
  /** Whether operators have to prove their identity. If so, --operator isn't required. */
  isProven?: boolean;
  /** How long a command to a case may take until its outcome counts as unknown, in milliseconds. */
  deadlineMs?: number;
  /** `out` writes to standard output, and `err` to standard error. The text has no trailing line feed. */
  out?: (text: string) => void;
  err?: (text: string) => void;
}

/** Runs one command. Its result goes to standard output, and errors go to standard error. Returns the exit code. */
export async function runOps(
  args: readonly string[],
  {
    environment,
    isOfOnePerson = true,
    isProven = false,
    deadlineMs = 20_000,
    out = console.log,
    err = console.error,
  }: Surroundings,
): Promise<number> {
  const json = args.includes('--json');
  const warn = (text: string) => err(`warning: ${text}`);
  async function run(asked: Asked): Promise<void> {
    const result = await resultOf(asked);
    out(json ? JSON.stringify(result.json) : (result.text ?? pairs(result.json)));
  }
  async function resultOf({ name, command, operator, input }: Asked): Promise<Result> {
    if ('print' in command) return command.print(input);
    if ('deploy' in command) return command.deploy(environment, input);
    const { takesAnybody = false } = command;
    const given = { environment: await environment(), operator, takesAnybody, warn, deadlineMs };
    return withContext(given, (context) => runRecorded(context, name, command, input));
  }
  const person = isProven ? toBeProven : isOfOnePerson ? systemUser() : undefined;
  const program = createProgram({ run, person, out, err });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    // Help was printed. That is an error only if a command is missing.
    if (error instanceof CommanderError && error.message === '(outputHelp)')
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const failure = failureOf(error);
    err(json ? asJson(failure) : asText(failure, helpFor(program, args)));
    return failure.exitCode;
  }
}

/**
 * Runs one command on the standard streams. Ends the process with its exit code after the reader has taken all of the
 * output. Writes to a pipe are asynchronous, so exiting earlier would cut off the output.
 */
export async function runAndExit(args: readonly string[], surroundings: Surroundings): Promise<never> {
  const { stdout, stderr } = process;
  // If the reader closes the pipe, as `head` does, the command still has to complete.
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedReader);
  const code = await runOps(args, {
    ...surroundings,
    out: (text) => stdout.write(`${text}\n`),
    err: (text) => stderr.write(`${text}\n`),
  });
  await Promise.all([stdout, stderr].map(drained));
  process.exit(code);
}

/** Runs a command. A write is recorded before it begins, and its outcome is added afterwards. */
async function runRecorded(
  context: Context,
  name: string,
  command: OnlineCommand,
  input: Record<string, unknown>,
): Promise<Result> {
  const { store, operator, identifiedBy } = context;
  if (command.needsTemporal) await context.temporal();
  if (!command.writes) return command.run(context, input);
  const { subject, detail = null } = command.writes(input);
  const action = await beginOperatorAction(store, { operator, identifiedBy, command: name, subject, detail });
  try {
    const result = await command.run(context, input);
    const made = result.subject === undefined ? {} : { subject: result.subject };
    await endOperatorAction(store, action, { outcome: 'done', ...made });
    return result;
  } catch (error) {
    // The error is reported even if it cannot be recorded.
    await endOperatorAction(store, action, { outcome: failureOf(error).code }).catch(() => {});
    throw error;
  }
}

function asJson({ code, message, faults }: Failure): string {
  return JSON.stringify({ error: { code, message, details: faults.length > 0 ? { faults } : null } });
}

function asText({ exitCode, code, message, faults }: Failure, help: string): string {
  if (faults.length === 0) return `${code}: ${message}`;
  return [...faults, '', exitCode === exitCodes.usage ? help : `${code}: ${message}`].join('\n');
}

/**
 * The name of the system user. Undefined for a user id without a name, as in some containers, where --operator is
 * required.
 */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** Resolves when everything has been written, or when the stream has failed. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

function ignoreClosedReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

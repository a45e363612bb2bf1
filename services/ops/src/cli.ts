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
  /** Called once the arguments are valid. May throw ConfigError and Unreachable. */
  environment: () => Promise<Environment>;
  /** Whether the system user identifies a person; otherwise --operator is required. */
  isOfOnePerson?: boolean;
  /** Whether the environment asks operators to prove who they are: --operator is not required then. */
  isProven?: boolean;
  /** How long a command to a case may take until its outcome counts as unknown, in milliseconds. */
  deadlineMs?: number;
  /** Write to standard output and standard error, without trailing line feeds. */
  out?: (text: string) => void;
  err?: (text: string) => void;
}

/** Runs one command: its result goes to standard output, errors to standard error. Returns the exit code. */
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
    // The help has been printed; it is an error where a command is missing.
    if (error instanceof CommanderError && error.message === '(outputHelp)')
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const failure = failureOf(error);
    err(json ? asJson(failure) : asText(failure, helpFor(program, args)));
    return failure.exitCode;
  }
}

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

/** A write is recorded before it is done, and completed with its outcome. */
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

/** Undefined for a user id without a name, as in some containers: then --operator is required. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** Resolves when everything was written, or when the stream has failed. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

function ignoreClosedReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

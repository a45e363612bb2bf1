import { userInfo } from 'node:os';
import type { Environment } from '@evict/config';
import { beginOperatorAction, endOperatorAction } from '@evict/store/operations';
import { groups } from './commands/index.ts';
import { type Context, withContext } from './context.ts';
import type { OnlineCommand, Result } from './definition.ts';
import { exitCodes, type Failure, failureOf, WrongUsage } from './failures.ts';
import { helpOfAll, helpOfCommand, helpOfGroup, usageOf } from './help.ts';
import { parse, type Parsed } from './parse.ts';

export interface Surroundings {
  /** Called once the arguments are valid. May throw ConfigError and Unreachable. */
  environment: () => Promise<Environment>;
  /** Whether the system user identifies a person; otherwise --operator is required. */
  isOfOnePerson?: boolean;
  /** How long a command to a case may take until its outcome counts as unknown, in milliseconds. */
  deadlineMs?: number;
  /** Write to standard output and standard error, without trailing line feeds. */
  out?: (text: string) => void;
  err?: (text: string) => void;
}

/** Runs one command: its result goes to standard output, errors to standard error. Returns the exit code. */
export async function runOps(
  args: readonly string[],
  { environment, isOfOnePerson = true, deadlineMs = 20_000, out = console.log, err = console.error }: Surroundings,
): Promise<number> {
  const [groupName = '', commandName = '', ...rest] = args;
  const print = (text: string) => {
    out(text);
    return exitCodes.ok;
  };
  const complain = (fault: string, help: string) => {
    err(`${fault}\n\n${help}`);
    return exitCodes.usage;
  };
  if (isHelp(groupName)) return print(helpOfAll(groups));
  const group = own(groups, groupName);
  if (!group) return complain(noSuch('group', groupName), helpOfAll(groups));
  if (isHelp(commandName)) return print(helpOfGroup(groupName, group));
  const command = own(group.commands, commandName);
  if (!command) return complain(noSuch('command', commandName), helpOfGroup(groupName, group));

  const name = `${groupName} ${commandName}`;
  const json = rest.includes('--json');
  try {
    // An offline command records nothing, so nobody has to be named.
    const isOffline = 'print' in command;
    const parsed = parse(command, rest, isOffline ? 'nobody' : isOfOnePerson ? systemUser() : undefined);
    if (parsed.help) return print(helpOfCommand(name, command));
    const warn = (text: string) => err(`warning: ${text}`);
    const { operator } = parsed;
    const result = isOffline
      ? command.print(parsed.input)
      : await withContext({ environment: await environment(), operator, warn, deadlineMs }, (context) =>
          run(context, { name, command, parsed }),
        );
    return print(json ? JSON.stringify(result.json) : result.text);
  } catch (error) {
    const failure = failureOf(error);
    err(json ? asJson(failure) : asText(failure, error instanceof WrongUsage ? usageOf(name, command) : ''));
    return failure.exitCode;
  }
}

/** A write is recorded before it is done, and completed with its outcome. */
async function run(
  context: Context,
  { name, command, parsed }: { name: string; command: OnlineCommand; parsed: Parsed },
): Promise<Result> {
  const { store, operator } = context;
  const { input } = parsed;
  if (command.needsTemporal) await context.temporal();
  if (!command.writes) return command.run(context, input);
  const { subject, detail = null } = command.writes(input);
  const action = await beginOperatorAction(store, { operator, command: name, subject, detail });
  try {
    const result = await command.run(context, input);
    await endOperatorAction(store, action, {
      outcome: 'done',
      ...(result.subject !== undefined && { subject: result.subject }),
    });
    return result;
  } catch (error) {
    // The error is reported even if it cannot be recorded.
    await endOperatorAction(store, action, { outcome: failureOf(error).code }).catch(() => {});
    throw error;
  }
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

/** Own properties only. */
function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function noSuch(what: string, name: string): string {
  return name === '' ? `Which ${what}?` : `There is no ${what} ${JSON.stringify(name)}.`;
}

function asJson({ code, message, faults }: Failure): string {
  return JSON.stringify({ error: { code, message, details: faults.length > 0 ? { faults } : null } });
}

function asText({ code, message, faults }: Failure, usage: string): string {
  const said = `${code}: ${message}`;
  if (faults.length === 0) return said;
  return [...faults, '', usage === '' ? said : usage].join('\n');
}

/** Undefined for a user id without a name, as in some containers: then --operator is required. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

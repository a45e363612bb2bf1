import { readFileSync } from 'node:fs';
import type { Client } from '@evict/client';
import { Argument, Command } from 'commander';
import { caseCommands } from './case-commands.ts';
import { completionScript, shells } from './completion.ts';
import { apiAt, type Send, senderFor, serverOf } from './credentials.ts';
import { feedCommands } from './feed-commands.ts';
import type { Environment } from './files.ts';
import { bridge } from './mcp.ts';
import { sessionCommands } from './session-commands.ts';
import { json, type Terminal } from './terminal.ts';

export interface Surroundings {
  env: Environment;
  terminal: Terminal;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP. */
  signal: AbortSignal;
}

/** The context of a command that needs a credential for the server. */
export interface SignedIn extends Surroundings {
  server: string;
  json: boolean;
  send: Send;
  api: Client;
}

/** The context that all commands share. */
export interface Context extends Surroundings {
  /** Returns the server's URL without a trailing slash. */
  server: () => Promise<string>;
  /** Throws a Failure if there is no credential. */
  signedIn: () => Promise<SignedIn>;
  /** Prints a result: the value as JSON with `--json`, or else the text. */
  show: (value: unknown, text: (bold: Terminal['bold']) => string) => Promise<void>;
  /** Called when a command has completed but the process must end with this exit code. */
  onFailed: (exitCode: number) => void;
}

type Globals = { server?: string; json?: boolean };

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const afterHelp = `
The server: --server, EVICTION_CASE_SERVER, or the server of the last login.
The credential: EVICTION_CASE_KEY (an API key), or the login.
Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 not signed in, 4 refused by the service, 5 a person has to confirm.`;

/**
 * Creates the parser with all commands. Parsing arguments runs the command and throws its failure. `onFailed` is called
 * with the exit code if a command completes without success, such as after a failed check.
 */
export function createProgram(given: Surroundings, onFailed: (exitCode: number) => void): Command {
  const { env, terminal, signal } = given;
  const program = new Command('eviction-case')
    .description('The command line of the Eviction Case Service.')
    .version(version)
    .option('--server <url>', 'the address of the service')
    .option('--json', 'print JSON: one value, or one line per event')
    .addHelpText('after', afterHelp)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  const server = () => serverOf(env, program.opts<Globals>().server);
  async function signedIn(): Promise<SignedIn> {
    const at = await server();
    const send = await senderFor(env, at);
    return { ...given, server: at, json: program.opts<Globals>().json ?? false, send, api: apiAt(at, send) };
  }
  const show: Context['show'] = (value, text) =>
    terminal.print(program.opts<Globals>().json ? json(value) : text(terminal.bold));

  const context = { ...given, server, signedIn, show, onFailed };
  sessionCommands(program, context);
  caseCommands(program, context);
  feedCommands(program, context);
  program
    .command('mcp')
    .description('run as an MCP server over standard input and output, for an assistant on this machine')
    .action(async () => {
      const { server: at, send } = await signedIn();
      await bridge({ endpoint: `${at}/mcp`, send, input: process.stdin, print: terminal.print, signal });
    });
  program
    .command('completion')
    .description('print a shell script that completes commands and options')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: (typeof shells)[number]) => terminal.print(completionScript(program, shell)));
  return program;
}

import { readFileSync } from 'node:fs';
import type { Case, Client, FeedEvent, Input } from '@evict/client';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { act, caseTable, caseText, gateTable, readFacts } from './cases.ts';
import { completionScript, shells } from './completion.ts';
import { apiAt, forgetLogin, keepLogin, type Send, senderFor, serverOf } from './credentials.ts';
import { exitCodes } from './failures.ts';
import type { Environment } from './files.ts';
import { eventsAfter, placeOf } from './feed.ts';
import { listen } from './listen.ts';
import { bridge } from './mcp.ts';
import { signIn } from './oauth.ts';
import { harmless, json, openPage, type Terminal } from './terminal.ts';

export interface Surroundings {
  env: Environment;
  terminal: Terminal;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** Who has a credential for the server. */
export interface Signed extends Surroundings {
  server: string;
  json: boolean;
  send: Send;
  api: Client;
}

type Globals = { server?: string; json?: boolean };

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const afterHelp = `
The server: --server, EVICTION_CASE_SERVER, or that of the last login.
The credential: EVICTION_CASE_KEY (an API key), or the login.
Exit codes: 0 ok, 1 failed, 2 usage, 3 not signed in, 4 refused by the service, 5 needs a person.`;

/** All commands. Parsing arguments runs one, and throws what has gone wrong; `onFailed` is called for a failed check. */
export function createProgram(given: Surroundings, onFailed: (exitCode: number) => void): Command {
  const { env, terminal, signal } = given;
  const program = new Command('eviction-case')
    .description('The command line of the Eviction Case Service.')
    .version(version)
    .option('--server <url>', 'the address of the service')
    .option('--json', 'print JSON: one value, or one line an event')
    .addHelpText('after', afterHelp)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  const server = () => serverOf(env, program.opts<Globals>().server);
  async function signed(): Promise<Signed> {
    const at = await server();
    const send = await senderFor(env, at);
    return { ...given, server: at, json: program.opts<Globals>().json ?? false, send, api: apiAt(at, send) };
  }
  const show = (value: unknown, text: (bold: Terminal['bold']) => string) =>
    terminal.print(program.opts<Globals>().json ? json(value) : text(terminal.bold));
  const showCase = (one: Case) => show(one, (bold) => caseText(one, bold));
  const showEvent = (event: FeedEvent) => show(event, () => eventLine(event));

  program
    .command('login')
    .description('sign in, by a browser on this or another machine')
    .action(async () => {
      const at = await server();
      const login = await signIn(at, {
        signal,
        show(code, url) {
          terminal.tell(`Open ${url}\nand enter, or compare, the code ${code}`);
          openPage(env, url);
        },
      });
      await keepLogin(env, at, login);
      terminal.tell(`Signed in at ${at}.`);
    });
  program
    .command('logout')
    .description('end the sign-in')
    .action(async () => {
      const wasSignedIn = await forgetLogin(env, await server());
      terminal.tell(wasSignedIn ? 'Signed out.' : 'Nobody was signed in.');
    });

  const cases = program.command('cases').description('list, read, create and move cases');
  const onCase = (name: string, about: string, run: (user: Signed, id: string) => Promise<void>) =>
    cases
      .command(name)
      .description(about)
      .addArgument(ofCase())
      .action(async (id: string) => run(await signed(), id));
  cases
    .command('list')
    .description('list cases, the newest first')
    .option('--state <state...>', 'only those in one of these states')
    .option('--query <text>', 'only those with it in address, name, reference or court number')
    .option('--limit <number>', 'how many, up to 100', wholeNumber)
    .option('--cursor <cursor>', 'go on where a list has ended')
    .action(async ({ query: q, ...filter }: { query?: string }) => {
      const { api } = await signed();
      const page = await terminal.busy('Reading', api.listCases({ q, ...filter }, { signal }));
      await show(page, (bold) => caseTable(page.items, bold));
      if (page.nextCursor !== null) terminal.tell(`More: --cursor ${page.nextCursor}`);
    });
  cases
    .command('create')
    .description('create a draft')
    .requiredOption('-f, --file <file>', 'its facts as JSON; - for standard input')
    .action(async ({ file }: { file: string }) => {
      const body = await readFacts(file);
      const user = await signed();
      await showCase(await act(user, 'Creating', (sent) => user.api.createCase({ body }, sent)));
    });
  onCase('get', 'read a case', async ({ api }, id) => {
    await showCase(await terminal.busy('Reading', api.getCase({ id }, { signal })));
  });
  onCase('validate', 'check a case against its gates; exit code 1 if one fails', async ({ api }, id) => {
    const found = await terminal.busy('Checking', api.validateCase({ id }, { signal }));
    await show(found, (bold) => gateTable(found, bold));
    if (!found.passed) onFailed(exitCodes.failed);
  });
  onCase('submit', 'submit a draft', async (user, id) => {
    const submitted = await act(user, 'Submitting', (sent) => user.api.submitCase({ id }, sent));
    await show(submitted, (bold) => caseText(submitted.case, bold));
  });
  onCase('advance', 'take the next step of a test case', async (user, id) => {
    await showCase(await act(user, 'Advancing', (sent) => user.api.advanceCase({ id }, sent)));
  });
  onCase('withdraw', 'withdraw a case', async (user, id) => {
    await showCase(await act(user, 'Withdrawing', (sent) => user.api.withdrawCase({ id }, sent)));
  });

  program
    .command('simulate')
    .description('play on a test case what happens to live ones')
    .addArgument(ofCase())
    .argument('<scenario>', 'its name, as in `GET /v1/simulations/scenarios`')
    .action(async (caseId: string, scenario: string) => {
      const user = await signed();
      const body = { caseId, scenario } as Input<'simulate'>['body'];
      await showCase(await act(user, 'Simulating', (sent) => user.api.simulate({ body }, sent)));
    });
  const since = new Option('--since <start>', 'where to begin: a time, `now`, or a cursor of the API');
  program
    .command('events')
    .description('print the events of all cases, oldest first')
    .option('--follow', 'wait for more')
    .addOption(since)
    .action(async ({ follow = false, since: from }: { follow?: boolean; since?: string }) => {
      const { api } = await signed();
      const start = from === undefined ? { after: null } : await placeOf(api, from, signal);
      for await (const { event } of eventsAfter(api, start, { follow, signal })) await showEvent(event);
    });
  const secret = new Option('--secret <secret>', 'what signs the messages; else one is made and printed');
  program
    .command('listen')
    .description('post every event to a program, signed, until it is accepted')
    .requiredOption('--forward-to <url>', 'the address of the program', httpAddress)
    .addOption(since)
    .addOption(secret.env('EVICTION_CASE_WEBHOOK_SECRET'))
    .action(async ({ forwardTo, ...chosen }: { forwardTo: URL; since?: string; secret?: string }) => {
      await listen({ ...(await signed()), ...chosen, target: forwardTo, onDelivered: showEvent });
    });
  program
    .command('mcp')
    .description('be an MCP server on standard input and output, for an assistant on this machine')
    .action(async () => {
      const { server: at, send } = await signed();
      await bridge({ endpoint: `${at}/mcp`, send, input: process.stdin, print: terminal.print, signal });
    });
  program
    .command('open')
    .description('open the page of a case in the browser')
    .addArgument(ofCase())
    .action(async (id: string) => {
      const url = `${await server()}/cases/${encodeURIComponent(id)}`;
      await show({ url }, () => url);
      openPage(env, url);
    });
  program
    .command('completion')
    .description('print a script that completes commands and options')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: (typeof shells)[number]) => terminal.print(completionScript(program, shell)));
  return program;
}

function eventLine({ createdAt, type, state, caseId, id }: FeedEvent): string {
  return [createdAt, type.padEnd(26), state.padEnd(18), caseId, id].map(harmless).join('  ');
}

function ofCase(): Argument {
  return new Argument('<case>', 'its id').argParser((text) => {
    if (!/^[\w-]{1,64}$/u.test(text)) throw new InvalidArgumentError('It is no id.');
    return text;
  });
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/u.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

function httpAddress(text: string): URL {
  const { protocol, username, password } = URL.canParse(text) ? new URL(text) : new URL('none:');
  if (/^https?:$/u.test(protocol) && username === '' && password === '') return new URL(text);
  throw new InvalidArgumentError('It begins with http:// or https://, and names no user.');
}

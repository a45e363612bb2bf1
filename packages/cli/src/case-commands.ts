import type { Case, Input } from '@evict/client';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { act, caseTable, caseText, gateTable, readFacts, type Writing } from './cases.ts';
import { exitCodes } from './failures.ts';
import type { Context, SignedIn } from './program.ts';
import { openPage } from './terminal.ts';

/** Adds the commands that read, create and advance cases. */
export function caseCommands(program: Command, context: Context): void {
  const { env, terminal, signal, server, signedIn, show, onFailed } = context;
  const cases = program.command('cases').description('list, read, create and advance cases');
  const showCase = (one: Case) => show(one, (bold) => caseText(one, bold));
  const onCase = (name: string, about: string, run: (user: SignedIn, id: string) => Promise<void>) =>
    cases
      .command(name)
      .description(about)
      .addArgument(ofCase())
      .action(async (id: string) => run(await signedIn(), id));
  const change = (name: string, about: string, run: (user: SignedIn, id: string, writing: Writing) => Promise<void>) =>
    cases
      .command(name)
      .description(about)
      .addArgument(ofCase())
      .addOption(idempotencyKey())
      .action(async (id: string, writing: Writing) => run(await signedIn(), id, writing));

  cases
    .command('list')
    .description('list cases, newest first')
    .option('--state <state...>', 'only cases in one of these states')
    .option('--query <text>', 'only cases with this text in an address, name, reference or court number')
    .option('--limit <number>', 'the number of cases, up to 100', wholeNumber)
    .option('--cursor <cursor>', 'continue where the previous list ended')
    .action(async ({ query: q, ...filter }: { query?: string }) => {
      const { api } = await signedIn();
      const page = await terminal.busy('Reading', api.listCases({ q, ...filter }, { signal }));
      await show(page, (bold) => caseTable(page.items, bold));
      if (page.nextCursor !== null) terminal.tell(`More: --cursor ${page.nextCursor}`);
    });
  cases
    .command('create')
    .description('create a draft')
    .requiredOption('-f, --file <file>', 'the facts as JSON; - for standard input')
    .addOption(idempotencyKey())
    .action(async ({ file, ...writing }: { file: string } & Writing) => {
      const body = await readFacts(file, signal);
      const user = await signedIn();
      await showCase(await act(user, 'Creating', writing, (sent) => user.api.createCase({ body }, sent)));
    });
  onCase('get', 'read a case', async ({ api }, id) => {
    await showCase(await terminal.busy('Reading', api.getCase({ id }, { signal })));
  });
  onCase('validate', 'check a case against its gates; exit code 1 if one fails', async ({ api }, id) => {
    const found = await terminal.busy('Checking', api.validateCase({ id }, { signal }));
    await show(found, (bold) => gateTable(found, bold));
    if (!found.passed) onFailed(exitCodes.failed);
  });
  change('submit', 'submit a draft', async (user, id, writing) => {
    const submitted = await act(user, 'Submitting', writing, (sent) => user.api.submitCase({ id }, sent));
    await show(submitted, (bold) => caseText(submitted.case, bold));
  });
  change('advance', 'take the next step of a test case', async (user, id, writing) => {
    await showCase(await act(user, 'Advancing', writing, (sent) => user.api.advanceCase({ id }, sent)));
  });
  change('withdraw', 'withdraw a case', async (user, id, writing) => {
    await showCase(await act(user, 'Withdrawing', writing, (sent) => user.api.withdrawCase({ id }, sent)));
  });

  program
    .command('simulate')
    .description('simulate on a test case what happens to live cases')
    .addArgument(ofCase())
    .argument('<scenario>', 'the name of the scenario; `GET /v1/simulations/scenarios` lists them')
    .addOption(idempotencyKey())
    .action(async (caseId: string, scenario: string, writing: Writing) => {
      const user = await signedIn();
      const body = { caseId, scenario } as Input<'simulate'>['body'];
      await showCase(await act(user, 'Simulating', writing, (sent) => user.api.simulate({ body }, sent)));
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
}

function ofCase(): Argument {
  return new Argument('<case>', 'its id').argParser(matching(/^[\w-]{1,64}$/u, 'Expected a case ID.'));
}

function idempotencyKey(): Option {
  const parse = matching(
    /^[\x21-\x7e]{1,255}$/u,
    'Expected up to 255 ASCII letters, digits or punctuation marks, without spaces.',
  );
  return new Option(
    '--idempotency-key <key>',
    'a key of your choice; running the command again with the same key has no further effect',
  ).argParser(parse);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/u.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/**
 * Returns an argument parser that accepts strings matching the pattern. For any other string it throws an error with
 * the message `fault`.
 */
function matching(pattern: RegExp, fault: string) {
  return (text: string): string => {
    if (!pattern.test(text)) throw new InvalidArgumentError(fault);
    return text;
  };
}

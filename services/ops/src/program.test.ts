import { readFile } from 'node:fs/promises';
import { definitionOf, reportKinds } from '@evict/case-model';
import { CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { inputName, nameOf } from './commands/case/reports.ts';
import { groups } from './commands/index.ts';
import { WrongUsage } from './failures.ts';
import { flagOf } from './fields.ts';
import { type Asked, createProgram, helpFor } from './program.ts';

const id = 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11';
const notice = ['case', 'record-service', id, '--stage', 'notice', '--method', 'personal', '--status'];
const summons = ['case', 'record-service', id, '--stage', 'summons', '--method', 'personal', '--status'];

describe('the arguments of a command', () => {
  test('reach the command with their types, and the system user is the default operator', async () => {
    expect(await ask([...notice, 'pending', '--party=1', '--json'])).toMatchObject({
      name: 'case record-service',
      input: { id, stage: 'notice', status: 'pending', method: 'personal', party: 1 },
      operator: 'robin',
    });
    const listed = ['case', 'list', '--limit', '5', '--jurisdiction', 'md', '--attention', '--operator', 'Kim'];
    expect(await ask(listed)).toMatchObject({
      input: { limit: 5, jurisdiction: 'MD', attention: true },
      operator: 'Kim',
    });
  });

  test('are checked, and all errors are reported together', async () => {
    const given = ['nonsense', '--stage', 'writ', '--method', '--date', '--expires', '2026-02-30'];
    expect(await faults(['case', 'record-service', ...given])).toEqual([
      '--method: Needs a value.',
      'CASE_ID: Must be an id like case_….',
      '--stage: Must be one of: notice, summons.',
      '--status: Required.',
      '--expires: Must be a date such as 2026-07-01, in the years 1900 to 2200.',
    ]);
  });

  test.each([
    [['case', 'show'], "missing required argument 'CASE_ID'"],
    [['case', 'show', id, 'more'], "too many arguments for 'show'. Expected 1 argument but got 2: case_"],
    [['case', 'show', id, '--jsno'], "unknown option '--jsno'\n(Did you mean --json?)"],
    [['case', 'show', id, '--json=yes'], "unknown option '--json=yes'"],
    [['case', 'hold', id, '--reason'], "option '--reason <TEXT>' argument missing"],
    [['case', 'shwo'], "unknown command 'shwo'\n(Did you mean show?)"],
    [['constructor', 'add'], "unknown command 'constructor'"],
  ])("are refused if they don't match the help: %j", async (args, fault) => {
    await expect(ask(args)).rejects.toThrow(CommanderError);
    await expect(ask(args)).rejects.toThrow(fault);
  });

  test('have to name the operator if the system user is not a person', async () => {
    expect(await faults(['case', 'list'], { person: null })).toEqual(['--operator: Required.']);
    expect(await faults(['case', 'list', '--operator', 'a\nb'])).toEqual([
      '--operator: Must have 1 to 100 characters, and no control characters.',
    ]);
  });

  test("may not repeat an option that isn't a list, and an option is never taken as the value of another", async () => {
    expect(await faults(['case', 'list', '--mode', 'test', '--mode', 'live'])).toEqual([
      '--mode: May only be given once.',
    ]);
    expect(await faults(['case', 'hold', id, '--reason', '--json'])).toEqual(['--reason: Needs a value.']);
    const { input } = await ask(['case', 'hold', id, '--reason=-1 is no answer']);
    expect(input).toEqual({ id, reason: '-1 is no answer' });
  });

  test('do not have to be valid for printing help', async () => {
    const printed: string[] = [];
    await expect(ask(['case', 'record-service', '--bogus', '-h'], { printed })).rejects.toThrow('(outputHelp)');
    expect(printed.join('\n')).toMatch(/^Usage: npm run -s ops -- case record-service \[options\] <CASE_ID>\n/);
    expect(printed.join('\n')).toContain('\nExample: npm run -s ops -- case record-service case_');
  });
});

describe('a report', () => {
  const dates = ['--date', '2026-07-02', '--expires', '2026-07-16', '--citation', '§ 8'];

  test.each([
    [dates.slice(2), '--date: Required if `status` is `served`.'],
    [dates.toSpliced(2, 2), '--expires: Required for a served notice.'],
    [dates.slice(0, 4), '--citation: Required for a served notice.'],
    [dates.with(1, '2026-07-17'), '--expires: Must not be before the date of service.'],
    [[...dates, '--on-word-of', 'rumour'], '--on-word-of: Must be one of: attorney, court, customer, operator.'],
  ])('of a served notice is refused if a value is missing or wrong: %j', async (more, fault) => {
    expect(await faults([...notice, 'served', ...more])).toEqual([fault]);
  });

  test('of a served summons needs a date that is not in the future, and a report of a pending summons must not have a date, an end or a citation', async () => {
    expect(await faults([...summons, 'served'])).toEqual(['--date: Required if `status` is `served`.']);
    expect(await faults([...summons, 'served', '--date', '2199-01-01'])).toEqual(['--date: Must not be after today.']);
    expect(await faults([...summons, 'pending', ...dates])).toEqual([
      '--date: Only allowed if `status` is `served`.',
      '--expires: Only allowed for a served notice.',
      '--citation: Only allowed for a served notice.',
    ]);
  });

  test('of service can have a reason in addition to its dates', async () => {
    const served = [...notice, 'served', ...dates, '--reason', 'By phone.'];
    expect((await ask(served)).input).toMatchObject({ reason: 'By phone.' });
  });

  test('of a rejection can have several reasons, whose descriptions may contain colons', async () => {
    const rejected = ['case', 'record-filing', id, '--status', 'rejected', '--rejection'];
    const { input } = await ask([...rejected, 'fee:$5 short: pay', '--rejection', 'other:See page 2, line 1']);
    expect(input['rejection']).toEqual([
      { code: 'fee', description: '$5 short: pay' },
      { code: 'other', description: 'See page 2, line 1' },
    ]);
    expect(await faults([...rejected, 'typo:x', '--rejection', 'fee', '--case-number', '1'])).toEqual([
      '--rejection[0].code: Must be one of: missing_information, party_name, wrong_court, missing_document, fee, signature, other.',
      '--rejection[1].description: Must have at least 1 character.',
      '--case-number: Only allowed if `status` is `accepted`.',
    ]);
  });

  test('of a judgment gives amounts in whole cents, and can say whether a dismissal is with prejudice', async () => {
    const judgment = ['case', 'record-judgment', id, '--outcome'];
    const given = ['--prejudice', 'without', '--amount-cents', '0', '--costs-cents', '6500'];
    expect((await ask([...judgment, 'dismissed', ...given])).input).toEqual({
      id,
      outcome: 'dismissed',
      prejudice: 'without',
      amountCents: 0,
      costsCents: 6500,
    });
    expect(await faults([...judgment, 'plaintiff', '--date', '2199-01-01', '--amount-cents', '1.5'])).toEqual([
      '--amount-cents: Must be a whole number.',
      '--date: Must not be after today.',
    ]);
  });
});

test('the states of a license are given as comma-separated codes in upper or lower case, and an empty string means none', async () => {
  const license = ['attorney', 'license', 'usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55', '--states'];
  expect((await ask([...license, 'md, VA,dc'])).input['states']).toEqual(['MD', 'VA', 'DC']);
  expect((await ask([...license, ''])).input['states']).toEqual([]);
  expect(await faults([...license, 'MD,ZZ,PR'])).toEqual([
    expect.stringMatching(/^--states\[1\]: Must be one of: AL/),
    expect.stringMatching(/^--states\[2\]: /),
  ]);
});

test("a file whose name isn't allowed for uploads is refused before it is read", async () => {
  expect(await faults(['case', 'attach', id, '--kind', 'notice', '--file', '/tmp/a\u0007b.pdf'])).toEqual([
    '--file: The name must not contain path separators or control characters.',
  ]);
});

const ids: Readonly<Record<string, string>> = {
  $CASE: 'case',
  $ATTEMPT: 'att',
  $FILING: 'fil',
  $DEADLINE: 'ddl',
  $ATTORNEY: 'usr',
  $TOKEN: 'tok',
  $ORGANIZATION: 'org',
  $CHARGE: 'chg',
  $DELIVERY: 'whd',
  $LEAD: 'lead',
  $USER: 'usr',
};

const names = Object.entries(groups).flatMap(([group, { commands }]) =>
  Object.keys(commands).map((command) => `${group} ${command}`),
);
const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/`ops ([a-z][^`]* [^`]*)`/g)].map(([, typed = '']) => words(typed).map(withId));

test('the operations page has examples', () => {
  expect(examples.length).toBeGreaterThan(20);
});

test.each(examples.map((args) => [args.join(' '), args] as const))(
  'the example on the operations page is valid: %s',
  async (_, args) => {
    expect((await ask(args)).name).toBe(args.slice(0, 2).join(' '));
  },
);

test.each(names)('the example in the help is valid, and the help lists every option: %s', async (name) => {
  const [group = '', command = ''] = name.split(' ');
  const { example = '', fields = {} } = groups[group]?.commands[command] ?? {};
  expect((await ask([group, ...words(example)])).name).toBe(name);
  const program = createProgram({ run: async () => {}, person: '', out: () => {}, err: () => {} });
  const help = helpFor(program, [group, command]);
  for (const [key, { isArgument, value = '' }] of Object.entries(fields))
    expect(help).toContain(isArgument ? value : flagOf(key));
});

test.each(reportKinds)('operators can give every field of the command %s', (kind) => {
  const { fields = {} } = groups['case']?.commands[nameOf(kind)] ?? {};
  // A hold is left out, because its options have their own names and its reason is the operator's.
  const expected = kind === 'hold' ? [] : Object.keys(definitionOf({ kind }).fields ?? {});
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(expected.map(inputName)));
});

async function ask(
  args: readonly string[],
  { person = 'robin', printed = [] as string[] }: { person?: string | null; printed?: string[] } = {},
) {
  let asked: Asked | undefined;
  const program = createProgram({
    run: async (one) => void (asked = one),
    person: person ?? undefined,
    out: (text) => printed.push(text),
    err: (text) => printed.push(text),
  });
  await program.parseAsync(args, { from: 'user' });
  return asked ?? expect.unreachable('nothing was run');
}

async function faults(args: readonly string[], given: { person?: null } = {}): Promise<readonly string[]> {
  const error = await ask(args, given).catch((thrown: unknown) => thrown);
  return error instanceof WrongUsage ? error.faults : expect.unreachable(String(error));
}

/** Splits a command line into words the way a shell does. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

function withId(word: string): string {
  const prefix = ids[word];
  return prefix === undefined ? word : `${prefix}_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11`;
}

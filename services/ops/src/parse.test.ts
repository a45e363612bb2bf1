import { describe, expect, test } from 'vitest';
import { groups } from './commands/index.ts';
import { WrongUsage } from './failures.ts';
import { parse } from './parse.ts';

const id = 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11';
const sent = [id, '--stage', 'notice', '--status', 'pending', '--method', 'personal'];
const served = [id, '--stage', 'notice', '--status', 'served', '--method', 'personal'];
const dates = ['--date', '2026-07-02', '--expires', '2026-07-16', '--citation', '§ 8'];

describe('parse', () => {
  test('gives what was given, typed, and the system user for the operator', () => {
    expect(read('case record-service', [...sent, '--party=1', '--json'])).toEqual({
      input: { id, stage: 'notice', status: 'pending', method: 'personal', party: 1 },
      operator: 'robin',
      json: true,
      help: false,
    });
    expect(
      read('case list', ['--limit', '5', '--jurisdiction', 'md', '--attention', '--operator', 'Kim']).input,
    ).toEqual({ limit: 5, jurisdiction: 'MD', attention: true });
  });

  test('names every fault at once', () => {
    const given = [
      'nonsense',
      'more',
      '--stage',
      'writ',
      '--method',
      '--date',
      '2026-02-30',
      '--expires',
      '2026-03-01',
    ];
    expect(faults('case record-service', [...given, '--frobnicate', '--json=yes', '--reason'])).toEqual([
      '--method: Needs a value; one that begins with a dash is given as --method=VALUE.',
      '"more": Is one argument too many.',
      '--frobnicate: There is no such option.',
      '--json: Takes no value.',
      '--reason: Needs a value.',
      'CASE_ID: Must be an id like case_….',
      '--stage: Must be one of: notice, summons.',
      '--status: Is required.',
      '--date: Must be a calendar day as YYYY-MM-DD, year 1900 to 2200.',
    ]);
  });

  test('requires --operator without a system user', () => {
    expect(() => parse(commandOf('case list'), [], undefined)).toThrow('--operator: Is required.');
    expect(faults('case list', ['--operator', 'a\nb'])).toEqual([
      '--operator: Must have 1 to 100 characters, and no control characters.',
    ]);
  });

  test('takes a value that begins with a dash behind an equals sign', () => {
    expect(read('case hold', [id, '--reason=-1 is no answer']).input).toEqual({ id, reason: '-1 is no answer' });
  });

  test('rejects repeated options', () => {
    expect(faults('case list', ['--mode', 'test', '--mode', 'live'])).toEqual(['--mode: Is given twice.']);
  });

  test('help needs nothing else to be right', () => {
    expect(read('case record-service', ['--bogus', '-h']).help).toBe(true);
  });
});

describe('record-service', () => {
  test.each([
    [dates.slice(2), '--date: Is required with status served.'],
    [dates.toSpliced(2, 2), '--expires: Is required for a served notice.'],
    [dates.slice(0, 4), '--citation: Is required for a served notice.'],
    [dates.with(1, '2026-07-17'), '--expires: Must not be before the date of service.'],
    [[...dates, '--on-word-of', 'rumour'], '--on-word-of: Must be one of: attorney, court, customer, operator.'],
  ])('of a served notice refuses %j', (more, fault) => {
    expect(faults('case record-service', [...served, ...more])).toEqual([fault]);
  });

  test('of a served summons needs its day, which is no day to come', () => {
    const summons = [id, '--stage', 'summons', '--status', 'served', '--method', 'personal'];
    expect(faults('case record-service', summons)).toEqual(['--date: Is required with status served.']);
    expect(faults('case record-service', [...summons, '--date', '2199-01-01'])).toEqual([
      '--date: Must not be after today.',
    ]);
    expect(faults('case record-service', [...summons, '--date', '1899-12-31'])).toEqual([
      '--date: Must be a calendar day as YYYY-MM-DD, year 1900 to 2200.',
    ]);
  });

  test('takes a deadline for a served notice alone, and a date for what was served', () => {
    const given = [id, '--stage', 'summons', '--status', 'pending', '--method', 'posting', '--date', '2026-07-02'];
    expect(faults('case record-service', [...given, '--expires', '2026-07-16', '--citation', '§ 8'])).toEqual([
      '--date: Only allowed with status served.',
      '--expires: Only allowed for a served notice.',
      '--citation: Only allowed for a served notice.',
    ]);
  });
});

describe('record-filing', () => {
  test('takes reasons one by one, a colon in the text of one included', () => {
    const given = [
      id,
      '--status',
      'rejected',
      '--rejection',
      'fee:$5 short: pay',
      '--rejection',
      'other:See page 2, line 1',
    ];
    expect(read('case record-filing', given).input['rejection']).toEqual([
      { code: 'fee', description: '$5 short: pay' },
      { code: 'other', description: 'See page 2, line 1' },
    ]);
  });

  test('reports faults of each reason, and options that do not fit the status', () => {
    expect(
      faults('case record-filing', [
        id,
        '--status',
        'rejected',
        '--rejection',
        'typo:x',
        '--rejection',
        'fee',
        '--case-number',
        '1',
      ]),
    ).toEqual([
      '--rejection[0].code: Must be one of: missing_information, party_name, wrong_court, missing_document, fee, signature, other.',
      '--rejection[1].description: Must have at least 1 character.',
      '--case-number: Only allowed with status accepted.',
    ]);
  });
});

describe('attorney', () => {
  test('states are US states separated by commas, in either case, or none', () => {
    const attorney = 'usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55';
    const statesOf = (text: string) => read('attorney license', [attorney, '--states', text]).input['states'];
    expect(statesOf('md, VA,dc')).toEqual(['MD', 'VA', 'DC']);
    expect(statesOf('')).toEqual([]);
    expect(faults('attorney license', [attorney, '--states', 'MD,ZZ,PR'])).toEqual([
      expect.stringMatching(/^--states\[1\]: Must be one of: AL/),
      expect.stringMatching(/^--states\[2\]: /),
    ]);
  });

  test('an attorney needs everything', () => {
    expect(faults('attorney add', ['--email', 'nobody'])).toEqual([
      '--name: Is required.',
      '--email: Must be an email address.',
      '--bar: Is required.',
      '--states: Is required.',
    ]);
  });
});

test('a file whose name no upload could have is refused before anything is read', () => {
  expect(faults('case attach', [id, '--kind', 'notice', '--file', '/tmp/a\u0007b.pdf'])).toEqual([
    '--file: The name must not contain path separators or control characters.',
  ]);
});

function commandOf(name: string) {
  const [group = '', command = ''] = name.split(' ');
  const found = groups[group]?.commands[command];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

function read(name: string, args: readonly string[]) {
  return parse(commandOf(name), args, 'robin');
}

function faults(name: string, args: readonly string[]): readonly string[] {
  try {
    read(name, args);
  } catch (error) {
    if (error instanceof WrongUsage) return error.faults;
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('record-judgment', () => {
  test('takes amounts in cents, and whether the claim is barred', () => {
    const given = [
      id,
      '--outcome',
      'dismissed',
      '--prejudice',
      'without',
      '--amount-cents',
      '0',
      '--costs-cents',
      '6500',
    ];
    expect(read('case record-judgment', given).input).toEqual({
      id,
      outcome: 'dismissed',
      prejudice: 'without',
      'amount-cents': 0,
      'costs-cents': 6500,
    });
  });

  test('reports every fault, a day to come included', () => {
    const given = [id, '--outcome', 'plaintiff', '--date', '2199-01-01', '--amount-cents', '1.5'];
    expect(faults('case record-judgment', given)).toEqual([
      '--amount-cents: Must be a whole number.',
      '--date: Must not be after today.',
    ]);
    expect(faults('case record-judgment', [id, '--outcome', 'tenant'])).toEqual([
      '--outcome: Must be one of: plaintiff, defendant, dismissed.',
    ]);
  });
});

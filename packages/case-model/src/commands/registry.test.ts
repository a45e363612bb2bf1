import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { authors, type CaseRecord, type Command, type CommandBody, faultsOf, presumed } from '../index.ts';
import { draft, play, start } from '../../test/cases.ts';
import { approveAll, attach, codeOf, inPeriod, inReview, playAll, submitFiling } from '../../test/live-cases.ts';
import { definitionOf, reportKinds, writtenKinds } from './registry.ts';

/** Files that aren't about one command. */
const shared = [
  'command.ts',
  'deadline-name.ts',
  'due.ts',
  'faults.ts',
  'field.ts',
  'judgment-fields.ts',
  'needs.ts',
  'registry.ts',
  'registry.test.ts',
];

test('each command that a person can write has its own file, and every other file is on the list of shared files', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !shared.includes(name));
  expect(files.toSorted()).toEqual(writtenKinds.map((kind) => `${kind.replaceAll('_', '-')}.ts`).toSorted());
});

test.each(writtenKinds)(
  'the command %s has at least one known author, a description that is a sentence, and a name in snake case',
  (kind) => {
    const definition = definitionOf({ kind });
    expect(definition.authors.length).toBeGreaterThan(0);
    for (const author of definition.authors) expect(authors).toContain(author);
    expect(definition.description).toMatch(/^[A-Z].*\.$/);
    expect(kind).toMatch(/^[a-z]+(_[a-z]+)*$/);
  },
);

test.each(reportKinds)(
  'attorneys can report %s if and only if it has a route and also states or forms, and its labels are capitalized',
  (kind) => {
    const { authors: by, route, states, forms, fields = {} } = definitionOf({ kind });
    expect(route !== undefined && (states ?? forms) !== undefined).toBe((by as readonly string[]).includes('attorney'));
    if (route) expect(route.title).toMatch(/^[A-Z].*[a-z]$/);
    for (const { label } of Object.values(fields)) expect(label).toMatch(/^[A-Z]/);
  },
);

test.each<[Command, CaseRecord]>([
  [{ ...attach('notice', 'paper'), replaces: ['doc_gone'], replacesAttached: false }, inReview()],
  [{ kind: 'withdraw_idle', isIdle: false }, draft()],
  [{ kind: 'mail_failed', attempt: 5, errorClass: 'Error', isMailGivenUp: false }, inReview()],
])('a command that contradicts the record is refused: %o', (command, record) => {
  expect(codeOf(record, command)).toBe('not_on_record');
  expect(codeOf(record, { ...command, ...presumed })).toBe('ok');
});

describe('the validation of a command', () => {
  const dates = { date: null, expires: null } as const;
  const service = { kind: 'record_service', stage: 'notice', method: 'personal', ...dates } as const;
  const cases: [CommandBody, string[]][] = [
    [{ ...service, status: 'served' }, ['required servedDate', 'required expires', 'required citation']],
    [
      { ...service, status: 'pending', date: '2026-07-01', expires: '2026-06-30', citation: 'Rule 1' },
      ['not_allowed servedDate', 'not_allowed expires', 'not_allowed citation', 'before_service expires'],
    ],
    [
      { ...service, status: 'served', date: '2026-07-02', expires: '2026-07-12', citation: 'Rule 1' },
      ['future servedDate'],
    ],
    [
      { ...service, stage: 'summons', status: 'served', date: '2026-06-29', failureReason: 'A dog.', partyIndex: 0 },
      ['not_allowed failureReason', 'no_defendant partyIndex', 'before_case servedDate'],
    ],
    [{ kind: 'correct_service', attemptId: 'att_1', ...dates }, ['required ']],
    [
      { kind: 'correct_service', attemptId: 'att_1', ...dates, citation: 'Rule 2', voided: true, restNotNeeded: true },
      ['not_allowed citation', 'not_allowed restNotNeeded'],
    ],
    [{ kind: 'record_filing', status: 'submitted', courtCaseNumber: 'C-1' }, ['not_allowed courtCaseNumber']],
    [{ kind: 'record_filing', status: 'accepted', rejectionReasons: [] }, ['not_allowed rejectionReasons']],
    [{ kind: 'correct_filing', filingId: 'fil_1' }, ['required ']],
    [{ kind: 'correct_judgment', date: '2026-07-02' }, ['future date']],
    [{ kind: 'correct_judgment' }, ['required ']],
    [
      { kind: 'outcome', outcome: { type: 'judgment', outcome: 'plaintiff', date: '2026-06-29' } },
      ['before_case date'],
    ],
    [{ kind: 'outcome', outcome: { type: 'closed', dismissedOn: '2026-07-02' } }, ['future dismissedOn']],
    [{ kind: 'confirm_withdrawal', dismissedOn: '2026-07-02' }, ['future dismissedOn']],
    // At 09:00 UTC it is still the evening before in Hawaii.
    [{ kind: 'hold', until: '2026-06-29' }, ['past until']],
    [{ kind: 'hold', until: '2026-06-30' }, []],
    [{ kind: 'set_deadline', name: ' Notice-Expires', date: '2026-07-01', citation: 'Rule 1' }, ['reserved name']],
    [{ kind: 'change_deadline', deadlineId: 'ddl_1' }, ['required ']],
    [{ kind: 'record_fact', fact: 'payment', date: '2026-07-02' }, ['future date']],
    [{ kind: 'report_fact', fact: 'payment', date: '2026-06-29' }, []],
    [{ kind: 'outcome', outcome: { type: 'hearing_scheduled', date: '1950-01-01' } }, ['before_case date']],
    [{ kind: 'outcome', outcome: { type: 'hearing_scheduled', date: '2031-07-02' } }, ['too_late date']],
    [{ kind: 'outcome', outcome: { type: 'hearing_scheduled', date: '2031-07-01' } }, []],
    [{ kind: 'correct_hearing' }, ['required ']],
    [{ kind: 'resume' }, []],
  ];

  test.each(cases)('returns the expected errors for %j', (body, expected) => {
    const faults = faultsOf(body, { now: start, createdAt: start, record: inReview() });
    expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
  });

  test('lists all fields if at least one of them is required', () => {
    expect(faultsOf({ kind: 'correct_filing', filingId: 'fil_1' }, { now: start })).toEqual([
      {
        path: '',
        code: 'required',
        message: 'Send envelopeId or courtCaseNumber.',
        anyOf: ['envelopeId', 'courtCaseNumber'],
      },
    ]);
  });

  test('checks a correction against the recorded service', () => {
    const attemptId = inPeriod.serviceAttempts[0]?.id ?? '';
    const correction = { kind: 'correct_service', attemptId, ...dates } as const;
    const context = { now: Date.parse('2026-07-20T12:00:00Z'), record: inPeriod };
    const codes = (body: CommandBody) => faultsOf(body, context).map(({ code, path }) => `${code} ${path}`);
    expect(codes({ ...correction, date: '2026-07-04' })).toEqual([]);
    expect(codes({ ...correction, expires: '2026-07-02' })).toEqual(['before_service expires']);
    expect(codes({ ...correction, date: '2026-07-04', expires: '2026-07-14' })).toEqual([]);
  });

  test('requires a reason only if a correction replaces a recorded detail of the hearing', () => {
    const record = { ...inReview(), hearing: { date: '2026-08-01', time: '09:00' } };
    const codes = (given: object) =>
      faultsOf({ kind: 'correct_hearing', ...given }, { now: start, record }).map(
        ({ code, path }) => `${code} ${path}`,
      );
    expect(codes({ place: 'Courtroom 4', date: '2026-08-01' })).toEqual([]);
    for (const replaced of [{ time: '10:00' }, { date: '2026-08-02' }]) {
      expect(codes(replaced)).toEqual(['required reason']);
      expect(codes({ ...replaced, reason: 'The order says so.' })).toEqual([]);
    }
  });

  test('checks the envelope number of a filing result against the one that was reported', () => {
    const before = playAll(inReview('filing'), [approveAll('filing')]);
    const { record } = play(before, { ...submitFiling, envelopeId: 'E-1' });
    const result = (numbers: { envelopeId?: string }) =>
      faultsOf({ kind: 'record_filing', status: 'accepted', ...numbers }, { now: start, record });
    expect(result({})).toEqual([]);
    expect(result({ envelopeId: 'E-1' })).toEqual([]);
    expect(result({ envelopeId: 'E-2' })).toMatchObject([{ path: 'envelopeId', code: 'other_number' }]);
  });
});

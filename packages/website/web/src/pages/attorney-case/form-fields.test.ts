import { attorneyForms, type Route, routes, validate } from '@evict/contract';
import { expect, test } from 'vitest';
import type { AttorneyCase } from '../../api/queries.ts';
import { bodyOf, initialValues, type ReportField } from '../../shared/report-fields.ts';
import { detailFieldsOf, fieldsOf } from './form-fields.ts';

const pending = { id: 'att_1', stage: 'summons', status: 'pending', method: 'posting', partyIndex: 1 };
const served = { id: 'att_2', stage: 'notice', status: 'served', expires: '2026-07-16', citation: '§ 8' };

function buildCase(state: string, more: object = {}): AttorneyCase {
  const parties = [
    { role: 'plaintiff', name: 'Owner LLC' },
    { role: 'defendant', name: 'Terry Example' },
  ];
  const judgment = { outcome: 'plaintiff', date: '2026-08-13' };
  const progress = { hearing: { date: '2026-08-12' }, judgment, withdrawal: null };
  return { state, data: { parties, progress }, serviceAttempts: [], filings: [], ...more } as unknown as AttorneyCase;
}

function formOf(title: string) {
  const form = attorneyForms.find((one) => one.title === title);
  if (!form) throw new Error(`there is no form ${title}`);
  return form;
}

const fill: Record<ReportField['kind'], (field: ReportField) => string | boolean> = {
  day: () => '2026-07-02',
  time: () => '09:30',
  text: () => 'a text',
  long: () => 'a long text',
  money: () => '1,400.50',
  flag: () => true,
  choice: ({ choices = {} }) => Object.keys(choices)[0] ?? '',
};

test('every report has a form', () => {
  const reports = (Object.values(routes) as Route[]).filter(({ command }) => command);
  const operations = attorneyForms.map(({ operation }) => operation);
  expect(operations).toEqual(expect.arrayContaining(reports.map(({ method, path }) => `${method} ${path}`)));
});

test.each(attorneyForms)('the endpoint of the form “$title” accepts what is filled in', (form) => {
  const route = (Object.values(routes) as Route[]).find(({ method, path }) => `${method} ${path}` === form.operation);
  const entry = { ...pending, ...served, status: form.ofStatus ?? 'accepted' };
  for (const state of form.states) {
    const about = form.target && entry;
    const filings = [{ status: 'submitted' }];
    const fields = fieldsOf(form, buildCase(state), about) ?? fieldsOf(form, buildCase(state, { filings }), about);
    if (fields === null) throw new Error(`is not offered in ${state}`);
    expect(fields.map(({ label }) => label)).not.toContain('');
    const filled = fields.map((field) => ({ ...field, initial: fill[field.kind](field) }));
    const body = { ...form.given, ...bodyOf(filled, initialValues(filled)) };
    if (route?.body) expect(validate(route.body, body)).toMatchObject({ ok: true });
    else expect(body).toEqual({});
  }
});

test('a form is offered only if its command could be accepted', () => {
  expect(fieldsOf(formOf('Put on hold'), buildCase('on_hold'))).toBeNull();
  expect(fieldsOf(formOf('Resume case'), buildCase('on_hold'))).toEqual([]);
  expect(fieldsOf(formOf('Report fact'), buildCase('closed'))).not.toBeNull();
  const noHearing = buildCase('on_hold', {
    data: { parties: [], progress: { hearing: null, judgment: null, withdrawal: null } },
  });
  expect(fieldsOf(formOf('Hearing details'), noHearing)).toBeNull();
  expect(fieldsOf(formOf('Correct service'), buildCase('cure_period'), { status: 'failed' })).toBeNull();
});

test('no choice is preselected for the attorney, and for a pending filing only its result can be reported', () => {
  const submitted = { status: 'submitted', envelopeId: '10442913' };
  const statuses = (state: string, filings: object[]) =>
    fieldsOf(formOf('Report filing'), buildCase(state, { filings }))?.find(({ name }) => name === 'status');
  expect(statuses('filing_approved', [])?.choices).toEqual({ submitted: 'Submitted' });
  expect(statuses('filing_submitted', [submitted])?.choices).toEqual({ accepted: 'Accepted', rejected: 'Returned' });
  for (const form of attorneyForms.filter(({ corrects, target }) => !corrects && !target)) {
    for (const state of form.states) {
      const fields = fieldsOf(form, buildCase(state)) ?? [];
      const chosen = fields.filter(
        ({ kind, name, choices = {} }) =>
          kind === 'choice' && Object.keys(choices).length > 1 && initialValues(fields)[name] !== '',
      );
      expect([form.title, chosen.filter(({ name }) => !name.includes('.'))]).toEqual([form.title, []]);
    }
  }
});

test("a writ is offered only after a judgment for the plaintiff, and a case that is being withdrawn can't be resumed", () => {
  const after = (outcome: string, withdrawal: object | null = null) => ({
    data: { parties: [], progress: { hearing: null, judgment: { outcome }, withdrawal } },
  });
  expect(fieldsOf(formOf('Report writ requested'), buildCase('judgment_entered', after('plaintiff')))).toEqual([]);
  expect(fieldsOf(formOf('Report writ requested'), buildCase('judgment_entered', after('dismissed')))).toBeNull();
  expect(fieldsOf(formOf('Resume case'), buildCase('on_hold', after('plaintiff', {})))).toBeNull();
});

test('the form for a judgment asks for its date and amounts, and the form for a hearing for its time and place', () => {
  const asked = (title: string) =>
    detailFieldsOf(formOf(title), buildCase('hearing_scheduled')).map(({ name, needed }) => [name, needed]);
  expect(asked('Report hearing')).toEqual([
    ['time', false],
    ['place', false],
  ]);
  expect(asked('Report judgment')).toEqual([
    ['date', true],
    ['manner', false],
    ['withPrejudice', false],
    ['amountCents', false],
    ['costsCents', false],
  ]);
});

test('the form for a correction has only the fields with recorded values, filled in with them', () => {
  const form = formOf('Correct service');
  const shown = (entry: object) => {
    const fields = fieldsOf(form, buildCase('cure_period'), { ...entry, status: 'served' }) ?? [];
    return bodyOf(fields, initialValues(fields));
  };
  expect(shown(served)).toEqual({ expires: '2026-07-16', citation: '§ 8' });
  expect(shown({ ...pending, servedDate: '2026-07-02', citation: '§ 8' })).toEqual({ servedDate: '2026-07-02' });
});

test('a choice lists only what is possible in the state of the case', () => {
  const stages = (state: string) =>
    fieldsOf(formOf('Report service'), buildCase(state))?.find(({ name }) => name === 'stage')?.choices;
  expect(stages('notice_approved')).toEqual({ notice: 'Notice' });
  expect(stages('summons_sent')).toEqual({ summons: 'Summons' });
});

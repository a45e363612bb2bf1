import { expect, test } from 'vitest';
import { amountFaults, bodyOf, initialValues, missingFaults, type ReportField } from './report-fields.ts';

const fields: readonly ReportField[] = [
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    choices: { pending: 'Sent out', served: 'Served' },
    required: true,
  },
  { name: 'date', label: 'Day', kind: 'day', when: ({ status }) => status === 'served' },
  { name: 'partyIndex', label: 'Defendant', kind: 'choice', choices: { 1: 'Terry' }, as: Number },
  { name: 'rest', label: 'Rest', kind: 'flag' },
  { name: 'amount', label: 'Amount', kind: 'money' },
];

test('a choice is preselected only if there is no other, and missing values are reported', () => {
  expect(initialValues(fields)).toEqual({ status: '', date: '', partyIndex: '', rest: false, amount: '' });
  const [status] = fields;
  if (!status) throw new Error('a field');
  expect(initialValues([{ ...status, choices: { pending: 'Sent out' } }])).toEqual({ status: 'pending' });
  expect(missingFaults(fields, initialValues(fields))).toEqual({ status: 'Choose one.' });
  expect(missingFaults(fields, { status: 'served' })).toEqual({});
});

test('the request body contains the visible, filled-in fields with the types that the API expects', () => {
  const values = { status: 'pending', date: '2026-07-02', partyIndex: '1', rest: true, amount: '$1,400.50' };
  expect(bodyOf(fields, values)).toEqual({ status: 'pending', partyIndex: 1, rest: true, amount: 140050 });
  expect(bodyOf(fields, { ...values, status: 'served', partyIndex: ' ', rest: false, amount: '' })).toEqual({
    status: 'served',
    date: '2026-07-02',
  });
});

test('an invalid amount is reported at its field', () => {
  expect(amountFaults(fields, { amount: 'a lot' }, 'no amount')).toEqual({ amount: 'no amount' });
  expect(amountFaults(fields, { amount: '-5' }, 'no amount')).toEqual({ amount: 'no amount' });
  expect(amountFaults(fields, { amount: '1,400' }, 'no amount')).toEqual({});
});

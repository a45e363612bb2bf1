import { attorneyForms } from '@evict/contract';
import { expect, test } from 'vitest';
import type { Case } from '../api/queries.ts';
import { recipientsOf, stageNow, standOf } from './service-table.ts';

const terry = { role: 'defendant', name: 'Terry' };
const alex = { role: 'defendant', name: 'Alex' };

function buildCase(state: string, defendants: object[]): Case {
  return { state, data: { parties: [{ role: 'plaintiff', name: 'Owner LLC' }, ...defendants] } } as unknown as Case;
}

type Attempt = Case['data']['progress']['service'][number];
const attempt = (
  status: Attempt['status'],
  partyIndex: number | null,
  stage: Attempt['stage'] = 'notice',
): Attempt => ({
  stage,
  status,
  partyIndex,
  method: 'personal',
  servedDate: null,
});

test('each defendant is listed with their own attempts at service and those that cover everyone', () => {
  const attempts = [
    attempt('failed', null),
    attempt('served', 1),
    attempt('pending', 2),
    attempt('served', 2, 'summons'),
  ];
  const rows = recipientsOf(buildCase('notice_sent', [terry, alex]), attempts, 'notice');
  expect(rows).toMatchObject([
    { name: 'Terry', partyIndex: 1, isReached: true, attempts: [{ status: 'failed' }, { status: 'served' }] },
    { name: 'Alex', partyIndex: 2, isReached: false, pending: { status: 'pending' } },
  ]);
  expect(rows.map(standOf)).toEqual(['Served', 'Out for service']);
});

test('the only defendant is listed without a party index', () => {
  expect(recipientsOf(buildCase('notice_sent', [terry]), [attempt('pending', null)], 'notice')).toMatchObject([
    { partyIndex: null, pending: { status: 'pending' } },
  ]);
});

test('a newly approved paper has not been served on anyone yet', () => {
  const [row] = recipientsOf(buildCase('notice_approved', [terry]), [attempt('served', null)], 'notice');
  expect(row?.isReached).toBe(false);
});

test.each([
  ['notice_approved', 'notice'],
  ['cure_period', 'notice'],
  ['filing_accepted', 'summons'],
  ['hearing_scheduled', 'summons'],
  ['filing_review', null],
])('the paper to serve in the state %s is: %s', (state, stage) => {
  const form = attorneyForms.find(({ kind }) => kind === 'record_service');
  if (!form) throw new Error('there is no form');
  expect(stageNow(form, buildCase(state, []))).toBe(stage);
});

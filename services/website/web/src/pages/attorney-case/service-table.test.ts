import { attorneyForms } from '@evict/contract';
import { expect, test } from 'vitest';
import type { AttorneyCase } from '../../api/queries.ts';
import { recipientsOf, stageNow } from './service-table.ts';

const terry = { role: 'defendant', name: 'Terry' };
const alex = { role: 'defendant', name: 'Alex' };

function buildCase(state: string, defendants: object[], serviceAttempts: object[] = []): AttorneyCase {
  const parties = [{ role: 'plaintiff', name: 'Owner LLC' }, ...defendants];
  return { state, data: { parties }, serviceAttempts } as unknown as AttorneyCase;
}

const attempt = (status: string, partyIndex: number | null, stage = 'notice') => ({ stage, status, partyIndex });

test('each defendant has their own attempts and those that cover everybody', () => {
  const attempts = [
    attempt('failed', null),
    attempt('served', 1),
    attempt('pending', 2),
    attempt('served', 2, 'summons'),
  ];
  const rows = recipientsOf(buildCase('notice_sent', [terry, alex], attempts), 'notice');
  expect(rows).toMatchObject([
    { name: 'Terry', partyIndex: 1, isReached: true, attempts: [{ status: 'failed' }, { status: 'served' }] },
    { name: 'Alex', partyIndex: 2, isReached: false, pending: { status: 'pending' } },
  ]);
});

test('an attempt on the only defendant names nobody', () => {
  expect(recipientsOf(buildCase('notice_sent', [terry], [attempt('pending', null)]), 'notice')).toMatchObject([
    { partyIndex: null, pending: { status: 'pending' } },
  ]);
});

test('a paper that was approved anew has reached nobody yet', () => {
  const [row] = recipientsOf(buildCase('notice_approved', [terry], [attempt('served', null)]), 'notice');
  expect(row?.isReached).toBe(false);
});

test.each([
  ['notice_approved', 'notice'],
  ['cure_period', 'notice'],
  ['filing_accepted', 'summons'],
  ['hearing_scheduled', 'summons'],
  ['filing_review', null],
])('in %s it is the %s', (state, stage) => {
  const form = attorneyForms.find(({ kind }) => kind === 'record_service');
  if (!form) throw new Error('there is no form');
  expect(stageNow(form, buildCase(state, []))).toBe(stage);
});

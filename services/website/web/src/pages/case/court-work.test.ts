import { expect, test } from 'vitest';
import type { CaseEvent } from '../../api/queries.ts';
import { attemptsOf, filingsOf } from './court-work.ts';

const dayOf = (moment: string) => moment.slice(0, 10);

function event(action: CaseEvent['action'], detail: object = {}, toState: CaseEvent['toState'] = null) {
  return { action, detail, toState, createdAt: '2026-07-01T09:00:00.000Z' };
}

test('an attempt goes out, fails, and another reaches its defendant', () => {
  const events = [
    event('send_notice', { caseTime: '2026-07-02T09:00:00.000Z' }),
    event('service_failed', { stage: 'notice', method: 'personal', partyIndex: 1 }),
    event('notice_served', { method: 'posting', servedDate: '2026-07-04' }),
  ];
  expect(attemptsOf(events.slice(0, 1), dayOf)).toEqual([
    { paper: 'notice', result: 'out', method: null, partyIndex: null, day: '2026-07-02' },
  ]);
  expect(attemptsOf(events, dayOf)).toEqual([
    { paper: 'notice', result: 'failed', method: 'personal', partyIndex: 1, day: '2026-07-01' },
    { paper: 'notice', result: 'served', method: 'posting', partyIndex: null, day: '2026-07-04' },
  ]);
});

test('a corrected day of service takes the place of the wrong one', () => {
  const served = event('notice_served', { method: 'personal', servedDate: '2026-07-04' });
  const right = event('start_cure_period', { corrected: true, servedDate: '2026-07-03', deadline: '2026-07-13' });
  expect(attemptsOf([served, right], dayOf)).toMatchObject([{ result: 'served', day: '2026-07-03' }]);
  const summons = event('summons_served', { method: 'posting', servedDate: '2026-08-04' });
  const again = event('summons_served', { method: 'posting', servedDate: '2026-08-02', corrected: true });
  expect(attemptsOf([summons, again], dayOf)).toMatchObject([{ result: 'served', day: '2026-08-02' }]);
});

test('a service that was voided stays in view', () => {
  const events = [
    event('send_notice'),
    event('notice_served', { method: 'personal', servedDate: '2026-07-04' }),
    event('begin_review', { reason: 'service_voided' }, 'notice_review'),
    event('send_notice'),
    event('send_summons'),
    event('summons_served', { method: 'personal', servedDate: '2026-07-14' }),
    event('send_summons', { reason: 'service_voided' }),
  ];
  expect(attemptsOf(events, dayOf).map(({ paper, result }) => `${paper} ${result}`)).toEqual([
    'notice voided',
    'notice out',
    'summons voided',
    'summons out',
  ]);
});

test('each filing has its own result and numbers', () => {
  const events = [
    event('submit_filing', { envelopeId: 'E-1' }),
    event('filing_rejected', { reasons: ['fee'] }),
    event('submit_filing', { envelopeId: 'E-2' }),
    event('submit_filing', { corrected: true, envelopeId: 'E-3', previousEnvelopeId: 'E-2' }),
    event('filing_accepted', { courtCaseNumber: 'C-1' }),
    event('filing_accepted', { corrected: true, courtCaseNumber: 'C-2' }),
    event('submit_filing', { amended: true }),
  ];
  expect(filingsOf(events, dayOf)).toMatchObject([
    { result: 'rejected', reasons: ['fee'], envelopeId: 'E-1', courtCaseNumber: null, isAmended: false },
    { result: 'accepted', reasons: [], envelopeId: 'E-3', courtCaseNumber: 'C-2', isAmended: false },
    { result: 'submitted', envelopeId: null, isAmended: true },
  ]);
});

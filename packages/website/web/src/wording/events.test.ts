import { type EventAction, eventRules } from '@evict/case-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseEvent } from '../api/queries.ts';
import { eventSentences } from './events.ts';

const parties = [
  { role: 'plaintiff', name: 'Owner LLC' },
  { role: 'defendant', name: 'Terry Example' },
] as const;
const say = (action: CaseEvent['action'], detail: unknown) => eventSentences({ action, detail }, [...parties]);

test('the details of an event are described in sentences', () => {
  expect(say('notice_served', { method: 'posting', servedDate: '2026-07-02' })).toEqual([
    'By posting, on Jul 2, 2026.',
  ]);
  expect(say('service_failed', { stage: 'summons', method: 'personal', partyIndex: 1 })).toEqual([
    'Service of the summons on Terry Example failed (in person).',
  ]);
  expect(say('start_cure_period', { deadline: '2026-07-10', citation: 'ZZ Stat. § 12-201' })).toEqual([
    'It runs through Jul 10, 2026.',
    'Source: ZZ Stat. § 12-201.',
  ]);
  expect(say('filing_rejected', { reasons: ['fee', 'party_name'] })).toEqual([
    'Reasons: the fee, the name of a party.',
  ]);
  expect(say('schedule_hearing', { date: '2026-08-03', previousDate: '2026-07-30', vacatedJudgment: {} })).toEqual([
    'On Aug 3, 2026.',
    'Previously set for Jul 30, 2026.',
    'The earlier judgment no longer stands.',
  ]);
  expect(
    say('record_judgment', { outcome: 'plaintiff', date: '2026-08-03', manner: 'default', amountCents: 5000 }),
  ).toEqual(['For the plaintiff, by default, on Aug 3, 2026.', 'Amount awarded: $50.00.']);
  expect(say('hold', { reason: 'bankruptcy', until: '2026-09-01' })).toEqual([
    'Because of a bankruptcy.',
    'Expected to end on Sep 1, 2026.',
  ]);
});

test('any event is described in sentences, whatever its details', () => {
  const actions = Object.keys(eventRules) as EventAction[];
  fc.assert(
    fc.property(fc.constantFrom(...actions), fc.oneof(fc.anything(), fc.object({ maxDepth: 1 })), (action, detail) => {
      for (const sentence of say(action, detail)) expect(sentence).toMatch(/^\S.*\.$/su);
    }),
  );
});

import { type CaseRecord, newCase, nextAction, reportedHoldReasons, states } from '@evict/case-model';
import { expect, test } from 'vitest';
import { nextStepOf, nextStepTitle } from './next-steps.ts';

const start = newCase({ caseId: 'case_1', organizationId: 'org_1', mode: 'live' }, 0);

/** Returns the title of the next step of a live case with these values. */
function titleOf(change: Partial<CaseRecord>): string {
  const record = { ...start, ...change };
  return nextStepTitle(record.state, nextAction(record).description);
}

test('every next-step title is short, and different next steps have different titles', () => {
  const hearing = { date: '2026-09-01' };
  const titles = states.map((state) => titleOf({ state, attorneyId: 'usr_1', hearing }));
  for (const title of titles) expect(title.length).toBeLessThanOrEqual(26);
  expect(titleOf({ state: 'draft', changesRequested: true })).toBe('Make the requested changes');
  expect(titleOf({ state: 'draft' })).toBe('Finish and submit');
  expect(titleOf({ state: 'cure_period' })).toBe('Report payment or cure');
  expect(titleOf({ state: 'hearing_scheduled', hearing })).toBe('Hearing');
  expect(titleOf({ state: 'hearing_scheduled' })).toBe('Set a hearing');
  const afterwards = nextAction({ ...start, state: 'hearing_scheduled', hearing }).afterwards ?? '';
  expect(nextStepTitle('hearing_scheduled', afterwards)).toBe('Report the decision');
  const judgment = { outcome: 'plaintiff', date: '2026-09-01' } as const;
  expect(titleOf({ state: 'judgment_entered', judgment })).toBe('Request the writ');
  expect(titleOf({ state: 'judgment_entered', judgment: { ...judgment, outcome: 'defendant' } })).toBe(
    'Close the case',
  );
  const held = reportedHoldReasons.map((holdReason) => titleOf({ state: 'on_hold', holdReason }));
  expect(new Set(held).size).toBe(held.length);
});

test('a next step says what happens and who acts, and the sandbox acts for the court of a test case', () => {
  const data = { progress: { hearing: { date: '2026-09-01', time: '13:30' }, judgment: null } };
  const advance = { by: 'platform', description: 'POST advance' } as const;
  expect(nextStepOf({ mode: 'test', state: 'hearing_scheduled', nextAction: advance, data })).toEqual({
    title: 'Hearing at 1:30 PM',
    by: 'Sandbox',
    isYours: false,
  });
  const court = { by: 'court', description: 'The clerk reviews the filing.' } as const;
  expect(nextStepOf({ mode: 'live', state: 'filing_submitted', nextAction: court, data })).toEqual({
    title: 'Clerk reviews the filing',
    by: 'Court',
    isYours: false,
  });
  const yours = { by: 'customer', description: 'Complete the facts, validate and submit.' } as const;
  expect(nextStepOf({ mode: 'test', state: 'draft', nextAction: yours, data }).isYours).toBe(true);
  const none = { by: 'none', description: 'Nothing is left to do.' } as const;
  expect(nextStepOf({ mode: 'live', state: 'closed', nextAction: none, data }).title).toBe('');
});

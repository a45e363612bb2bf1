import { expect, test } from 'vitest';
import { submission, draft, submitted, takeSteps } from './testing.ts';
import { nextAction } from './index.ts';

test('a draft is its customer’s to complete', () => {
  expect(nextAction(draft())).toEqual({ by: 'customer', description: 'Complete the facts, validate and submit.' });
});

test('the notice period names its last day, and holdover says that there is no cure', () => {
  const curable = takeSteps(submitted(), 2).record;
  const holdover = takeSteps(submitted({ ground: 'holdover' }), 2).record;
  expect(nextAction(curable)).toEqual({
    by: 'customer',
    description: `The notice period runs through ${curable.notice?.expires}. Report it if the tenant cures.`,
  });
  expect(nextAction(holdover).description).toContain('There is no right to cure.');
});

test('a hearing asks for the military affidavit only where service is unknown', () => {
  const live = { ...draft('live'), state: 'hearing_scheduled', hearing: { date: '2026-09-01' } } as const;
  const affidavit = '50 U.S.C. § 3931';
  expect(nextAction({ ...live, submission: submission({ servicemember: 'unknown' }) }).description).toContain(
    affidavit,
  );
  expect(nextAction({ ...live, submission: submission({ servicemember: 'no' }) }).description).not.toContain(affidavit);
});

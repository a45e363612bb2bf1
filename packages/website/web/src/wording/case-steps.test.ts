import { type CaseRecord, newCase, nextAction, states } from '@evict/case-model';
import { expect, test } from 'vitest';
import type { Case } from '../api/queries.ts';
import { caseStepOf } from './case-steps.ts';

const parties = [
  { role: 'plaintiff', name: 'Owner LLC' },
  { role: 'defendant', name: 'Terry Example' },
] as const;
const progress = { notice: null, hearing: null, judgment: null, withdrawal: null };
const today = '2026-11-30';

interface Change {
  record?: Partial<CaseRecord>;
  progress?: Partial<Case['data']['progress']>;
  one?: Partial<Case>;
}

/** Returns the step of a case whose next action is the one that the case model gives. */
function stepOf(state: Case['state'], { record, one, ...more }: Change = {}) {
  const mode = one?.mode ?? 'live';
  const start = newCase({ caseId: 'case_1', organizationId: 'org_1', mode }, 0);
  return caseStepOf(
    {
      mode,
      state,
      ground: 'nonpayment',
      entryPoint: 'notice',
      packVersions: null,
      nextAction: nextAction({ ...start, state, ...record }),
      ...one,
      data: { parties: [...parties], amountOwedCents: 842_000, progress: { ...progress, ...more.progress } },
    },
    today,
  );
}

const notice = { servedDate: '2026-11-28', method: 'personal', expires: '2026-12-04' } as const;
const served = { ...notice, factsVersion: 1 };

test('every state is described by a title and a text in whole sentences, in both modes', () => {
  for (const mode of ['live', 'test'] as const) {
    for (const state of states) {
      const { title, text, after } = stepOf(state, {
        one: { mode },
        record: { attorneyId: mode === 'live' ? 'usr_1' : null },
      });
      expect(title, state).toMatch(/^[A-Z][^.]+$/);
      expect(text, state).toMatch(/^[A-Z].*\.$/);
      expect(text, state).not.toMatch(/POST|undefined|null/);
      if (after !== null) expect(after, state).toMatch(/^[a-z].*\.$/);
    }
  }
});

test('for a notice period, the title gives its end and the text says what can be reported', () => {
  const step = stepOf('cure_period', { progress: { notice }, record: { notice: served } });
  expect(step).toMatchObject({ title: 'Notice period ends December 4', day: '2026-12-04' });
  expect(step.text).toBe(
    'If the tenant pays the $8,420.00 or moves out by then, report it here. Otherwise, the case moves on to filing.',
  );
  const past = { ...notice, expires: '2026-11-29' };
  expect(
    stepOf('cure_period', { progress: { notice: past }, record: { notice: { ...served, ...past } } }),
  ).toMatchObject({
    title: 'Notice period ended November 29',
    day: null,
  });
  const open = { ...notice, expires: null };
  expect(stepOf('cure_period', { progress: { notice: open } }).title).toBe('The notice period is running');
});

test('additional text from the service about a notice period is shown', () => {
  const noCure = {
    by: 'customer',
    description:
      'The notice period runs through 2026-12-04. There is no right to cure. The CARES Act covers the property, but the notice period ends fewer than 30 days after service (15 U.S.C. § 9058(c)). The attorney decides.',
  } as const;
  const { text } = stepOf('cure_period', {
    progress: { notice },
    one: { nextAction: noCure, ground: 'lease_violation' },
  });
  expect(text).toBe(
    'There is no right to cure. If the tenant moves out by then, report it here. Otherwise, the case moves on to filing. The CARES Act covers the property, but the notice period ends fewer than 30 days after service (15 U.S.C. § 9058(c)). The attorney decides.',
  );
});

test('a hearing, a judgment, a returned draft and a withdrawal each have their own text', () => {
  const hearing = { date: '2026-12-24' };
  expect(stepOf('hearing_scheduled', { progress: { hearing }, record: { hearing } }).title).toBe(
    'Hearing on December 24',
  );
  expect(stepOf('hearing_scheduled').title).toBe('The court sets a new hearing date');
  const judgment = { date: '2026-12-24', outcome: 'plaintiff' } as const;
  expect(stepOf('judgment_entered', { progress: { judgment } })).toMatchObject({
    title: 'The attorney requests the writ',
    after: 'the court issues the writ.',
  });
  expect(stepOf('judgment_entered', { progress: { judgment: { ...judgment, outcome: 'defendant' } } })).toMatchObject({
    title: 'The attorney closes the case',
    after: null,
  });
  const packVersions = { jurisdiction: 'md', rules: '1', notice: null, filing: null };
  expect(stepOf('draft', { one: { packVersions } }).title).toBe('Make the requested changes');
  const withdrawal = { requestedAt: '2026-11-30T00:00:00.000Z', needsDismissal: false, dismissedOn: null };
  const held = stepOf('on_hold', {
    progress: { withdrawal },
    record: { attorneyId: 'usr_1', withdrawal: { at: 0 } as never },
  });
  expect(held).toMatchObject({
    title: 'Withdrawal requested',
    text: 'The case is on hold until the attorney confirms that all work has stopped.',
  });
});

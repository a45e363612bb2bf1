import { expect, it } from 'vitest';
import { buildFacts, buildInput, fails, notApplicable, passes, resultOf, today, warns } from '../../test/drafts.ts';

const tooShort = fails('Describe what happened and when. The description needs at least 20 characters.');

it.each<[what: string, change: { description?: string; date?: string }, verdict: object, startDate?: string]>([
  ['20 characters', { description: 'x'.repeat(20) }, passes],
  ['19 characters', { description: 'x'.repeat(19) }, tooShort],
  ['19 characters and blanks', { description: ` ${'x'.repeat(19)}\n` }, tooShort],
  ['19 characters outside the basic plane', { description: '𝐱'.repeat(19) }, tooShort],
  ['the day of today', { date: today }, passes],
  ['the day of tomorrow', { date: '2026-07-03' }, fails('The violation is dated 2026-07-03, which is in the future.')],
  ['the day on which the lease began', { date: '2026-06-20' }, passes, '2026-06-20'],
  [
    'the day before the lease began',
    { date: '2026-06-20' },
    fails('The violation is dated 2026-06-20, before the lease began on 2026-06-21.'),
    '2026-06-21',
  ],
  ['a day 180 days ago', { date: '2026-01-03' }, passes],
  ['an older day', { date: '2026-01-02' }, warns('The violation is dated 2026-01-02, more than 180 days ago.')],
])('violation_described judges a violation with %s', (_what, change, verdict, startDate) => {
  const violation = { description: 'Keeps a horse in the kitchen.', date: '2026-06-20', ...change };
  const facts = buildFacts('lease_violation', { violation, lease: { startDate } });
  expect(resultOf('violation_described', buildInput(facts))).toEqual(verdict);
});

it('violation_described asks for the violation, only on its ground', () => {
  const facts = buildFacts('lease_violation', { violation: undefined });
  expect(resultOf('violation_described', buildInput(facts))).toEqual(fails('Describe what happened and when.'));
  expect(resultOf('violation_described', buildInput(buildFacts('nonpayment')))).toEqual(notApplicable);
});

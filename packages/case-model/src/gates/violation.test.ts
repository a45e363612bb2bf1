import { expect, it } from 'vitest';
import { buildFacts, buildInput, fails, notApplicable, passes, resultOf, today, warns } from '../../test/drafts.ts';

const tooShort = fails('Describe what happened and when. The description needs at least 20 characters.');

it.each<[what: string, change: { description?: string; date?: string }, verdict: object, startDate?: string]>([
  ['passes with a description of 20 characters', { description: 'x'.repeat(20) }, passes],
  ['fails with a description of 19 characters', { description: 'x'.repeat(19) }, tooShort],
  ['fails with a description of 19 characters and whitespace', { description: ` ${'x'.repeat(19)}\n` }, tooShort],
  [
    'fails with a description of 19 characters that take two UTF-16 units each',
    { description: '𝐱'.repeat(19) },
    tooShort,
  ],
  ['passes if dated today', { date: today }, passes],
  [
    'fails if dated tomorrow',
    { date: '2026-07-03' },
    fails('The violation is dated 2026-07-03, which is in the future.'),
  ],
  ['passes if dated on the day the lease began', { date: '2026-06-20' }, passes, '2026-06-20'],
  [
    'fails if dated the day before the lease began',
    { date: '2026-06-20' },
    fails('The violation is dated 2026-06-20, before the lease began on 2026-06-21.'),
    '2026-06-21',
  ],
  ['passes if dated 180 days ago', { date: '2026-01-03' }, passes],
  [
    'warns if dated more than 180 days ago',
    { date: '2026-01-02' },
    warns('The violation is dated 2026-01-02, more than 180 days ago.'),
  ],
])('violation_described %s', (_what, change, verdict, startDate) => {
  const violation = { description: 'Keeps a horse in the kitchen.', date: '2026-06-20', ...change };
  const facts = buildFacts('lease_violation', { violation, lease: { startDate } });
  expect(resultOf('violation_described', buildInput(facts))).toEqual(verdict);
});

it("violation_described fails without a violation, and doesn't apply to nonpayment", () => {
  const facts = buildFacts('lease_violation', { violation: undefined });
  expect(resultOf('violation_described', buildInput(facts))).toEqual(fails('Describe what happened and when.'));
  expect(resultOf('violation_described', buildInput(buildFacts('nonpayment')))).toEqual(notApplicable);
});

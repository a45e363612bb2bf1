import { describe, expect, it } from 'vitest';
import { buildFacts, buildInput, resultOf, today } from '../../test/drafts.ts';

const judged = (violation: { description?: string; date?: string } | undefined, startDate?: string) => {
  const facts = buildFacts('lease_violation', {
    violation: violation && { description: 'Keeps a horse in the kitchen.', date: '2026-06-20', ...violation },
  });
  return resultOf('violation_described', buildInput({ ...facts, lease: { startDate } }));
};

describe('violation_described', () => {
  it('asks for the violation', () => {
    expect(judged(undefined)).toEqual({ status: 'fail', reason: 'Describe what happened and when.' });
  });

  it('takes 20 characters and refuses 19, blanks around them not counted', () => {
    const tooShort = 'Describe what happened and when. The description needs at least 20 characters.';
    expect(judged({ description: 'x'.repeat(20) })).toEqual({ status: 'pass' });
    expect(judged({ description: 'x'.repeat(19) })).toEqual({ status: 'fail', reason: tooShort });
    expect(judged({ description: ` ${'x'.repeat(19)}\n` })).toEqual({ status: 'fail', reason: tooShort });
  });

  it('counts a character outside the basic plane once', () => {
    expect(judged({ description: '𝐱'.repeat(19) })?.reason).toContain('at least 20 characters');
  });

  it('takes today and refuses tomorrow', () => {
    expect(judged({ date: today })).toEqual({ status: 'pass' });
    expect(judged({ date: '2026-07-03' })).toEqual({
      status: 'fail',
      reason: 'The violation is dated 2026-07-03, which is in the future.',
    });
  });

  it('takes the day the lease began and refuses the day before', () => {
    expect(judged({ date: '2026-06-20' }, '2026-06-20')).toEqual({ status: 'pass' });
    expect(judged({ date: '2026-06-20' }, '2026-06-21')).toEqual({
      status: 'fail',
      reason: 'The violation is dated 2026-06-20, before the lease began on 2026-06-21.',
    });
  });

  it('passes one of 180 days ago and warns of an older one', () => {
    expect(judged({ date: '2026-01-03' })).toEqual({ status: 'pass' });
    expect(judged({ date: '2026-01-02' })).toEqual({
      status: 'warn',
      reason: 'The violation is dated 2026-01-02, more than 180 days ago.',
    });
  });

  it('is about violations alone', () => {
    expect(resultOf('violation_described', buildInput(buildFacts('nonpayment')))).toEqual({ status: 'not_applicable' });
  });
});

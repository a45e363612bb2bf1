import { addDays, mayNeedJustCause } from '@evict/jurisdictions';
import { fail, failForAny, type Gate, type GateContext, notApplicable, pass, type Verdict, warn } from './gate.ts';
import { priorNoticeRunsThrough } from './prior-notice.ts';

/**
 * How many days before the end of the lease a holdover case with a notice can be submitted. In a live case, an earlier
 * submit only gets a warning.
 */
const earliestNoticeDays = 30;

export const leaseTerms: Gate = {
  name: 'lease_terms',
  check({ facts, today }) {
    const { startDate, endDate, monthlyRentCents = 0 } = facts.lease ?? {};
    return failForAny([
      startDate === undefined && 'Say when the lease began.',
      startDate !== undefined && startDate > today.utc && `The lease starts on ${startDate}, which is in the future.`,
      startDate !== undefined && endDate !== undefined && startDate > endDate && 'The lease ends before it starts.',
      facts.ground === 'nonpayment' && monthlyRentCents <= 0 && 'Say what the monthly rent is.',
    ]);
  },
};

/** A holdover requires a term that has ended or is about to end. A tenancy without an end date is month to month. */
export const holdoverTerm: Gate = {
  name: 'holdover_term',
  only: { ground: 'holdover' },
  check(context) {
    return context.facts.entryPoint === 'notice' ? noticeTerm(context) : filingTerm(context);
  },
};

/** Some states require just cause to end a lease at its term. */
export const justCause: Gate = {
  name: 'just_cause',
  only: { mode: 'live', ground: 'holdover' },
  check({ facts }) {
    if (!mayNeedJustCause(facts.property.state)) return notApplicable;
    if (facts.freeText !== undefined && facts.freeText.trim() !== '') return pass;
    return warn('A legal reason may be required here, but freeText gives none. The attorney decides.');
  },
};

function noticeTerm({ facts, pack, today }: GateContext): Verdict {
  const endDate = facts.lease?.endDate;
  if (endDate === undefined || endDate <= addDays(today.utc, earliestNoticeDays)) return pass;
  const reason = `The lease runs through ${endDate}, more than ${earliestNoticeDays} days ahead`;
  return pack
    ? fail(`${reason}.`)
    : warn(`${reason}. Some states require up to 90 days' notice; the attorney decides.`);
}

function filingTerm({ facts, pack, today }: GateContext): Verdict {
  const endDate = facts.lease?.endDate;
  if (endDate !== undefined && endDate < today.elapsed) return pass;
  const noticeEnds = priorNoticeRunsThrough(facts, pack);
  if (noticeEnds !== null && noticeEnds < today.elapsed) return pass;
  const term = endDate === undefined ? 'The tenancy is month to month' : `The lease runs through ${endDate}`;
  return fail(`${term}, and no notice period has ended.`);
}

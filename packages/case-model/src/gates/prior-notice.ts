import { addDays, priorNoticeExpires, type RulePack } from '@evict/jurisdictions';
import type { CaseFacts, IsoDate } from '../facts.ts';
import { fail, type GateContext, notApplicable, pass, type Verdict, warn } from './gate.ts';

/**
 * The last day of the notice that was served before the case; null where none is recorded. By the pack's own count
 * where there is one, otherwise by the days that the customer says the notice gave: we compute no state's law.
 */
export function priorNoticeRunsThrough(facts: CaseFacts, pack: RulePack | null): IsoDate | null {
  const { ground, priorNotice, attestations, lease } = facts;
  if (!priorNotice) return null;
  if (!pack) return addDays(priorNotice.servedDate, priorNotice.periodDays);
  // A covered tenancy's shorter notice on the other grounds is warned of by `cares_act`, so it must not fail here.
  const caresCovered = ground === 'nonpayment' && attestations.caresCovered === true;
  return priorNoticeExpires(pack, { ...priorNotice, ground, caresCovered, leaseEndDate: lease?.endDate ?? null });
}

export function priorNoticeRecorded({ facts, today }: GateContext): Verdict {
  if (!facts.priorNotice) return fail('Record the notice that was served: when, how, and for how many days.');
  const { servedDate } = facts.priorNotice;
  return servedDate > today.utc
    ? fail(`The notice is said to be served on ${servedDate}, which is in the future.`)
    : pass;
}

export function priorNoticeDocument({ documentPurposes }: GateContext): Verdict {
  return documentPurposes.includes('prior_notice') ? pass : fail('Upload the notice as served.');
}

export function priorNoticeProof({ documentPurposes }: GateContext): Verdict {
  return documentPurposes.includes('prior_notice_proof') ? pass : fail('Upload the proof of service.');
}

/** Filing before the notice has run out is the mistake that courts see most. The last day belongs to the tenant. */
export function priorNoticeElapsed({ facts, pack, today }: GateContext): Verdict {
  const lastDay = priorNoticeRunsThrough(facts, pack);
  // Without a notice there is nothing to count; `prior_notice_recorded` asks for one.
  if (lastDay === null) return notApplicable;
  if (lastDay < today.elapsed) return pass;
  if (pack) return fail(`Runs through ${lastDay}; file from ${addDays(lastDay, 1)}.`);
  return fail(`By the days you gave it runs through ${lastDay}; the attorney decides.`);
}

/** The notice gave at least the days that the pack asks for. What a covered property needs is for `cares_act`. */
export function priorNoticePeriod({ facts, pack }: GateContext): Verdict {
  if (!facts.priorNotice || !pack) return notApplicable;
  const { days, dayKind, citation } = pack.notices[facts.ground].period;
  if (facts.priorNotice.periodDays >= days) return pass;
  return fail(
    `The notice gave ${facts.priorNotice.periodDays} days; ${days} ${dayKind} days are needed (${citation}).`,
  );
}

export function priorNoticeMethod({ facts, pack }: GateContext): Verdict {
  if (!facts.priorNotice || !pack) return notApplicable;
  const { methods, period } = pack.notices[facts.ground];
  if (methods.includes(facts.priorNotice.method)) return pass;
  return fail(
    `Service by ${facts.priorNotice.method} is not enough; it takes ${methods.join(', ')} (${period.citation}).`,
  );
}

/** Rent taken after the notice can undo it (R.I. Gen. Laws § 34-18-41 is one example). */
export function paymentAfterNotice({ facts }: GateContext): Verdict {
  const { priorNotice, ledger = [] } = facts;
  if (!priorNotice) return notApplicable;
  const payment = ledger.find(({ type, date }) => type === 'payment' && date >= priorNotice.servedDate);
  return payment ? warn(`Accepting rent may waive the notice; there is a payment of ${payment.date}`) : pass;
}

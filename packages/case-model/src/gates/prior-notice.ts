import { addDays, priorNoticeExpires, type RulePack } from '@evict/jurisdictions';
import type { CaseFacts, IsoDate } from '../facts.ts';
import { fail, type Gate, notApplicable, pass, warn } from './gate.ts';

/**
 * Returns the last day of the notice period, for a notice that was served before the case was created. Null if no
 * notice is recorded. A rule pack computes the day. Without one, it follows from the number of days that the customer
 * states, because we don't compute any state's law.
 */
export function priorNoticeRunsThrough(facts: CaseFacts, pack: RulePack | null): IsoDate | null {
  const { ground, priorNotice, attestations, lease } = facts;
  if (!priorNotice) return null;
  if (!pack) return addDays(priorNotice.servedDate, priorNotice.periodDays);
  // On other grounds, `cares_act` only warns about a short notice, so don't extend the period here.
  const caresCovered = ground === 'nonpayment' && attestations.caresCovered === true;
  return priorNoticeExpires(pack, { ...priorNotice, ground, caresCovered, leaseEndDate: lease?.endDate ?? null });
}

export const priorNoticeRecorded: Gate = {
  name: 'prior_notice_recorded',
  only: { entryPoint: 'filing' },
  check({ facts, today }) {
    if (!facts.priorNotice) return fail('Add the notice that was served: when, how, and how many days it gave.');
    const { servedDate } = facts.priorNotice;
    return servedDate > today.utc ? fail(`The notice has a date of service in the future: ${servedDate}.`) : pass;
  },
};

export const priorNoticeDocument: Gate = {
  name: 'prior_notice_document',
  only: { entryPoint: 'filing' },
  check({ documentPurposes }) {
    return documentPurposes.includes('prior_notice') ? pass : fail('Upload the notice as served.');
  },
};

export const priorNoticeProof: Gate = {
  name: 'prior_notice_proof',
  only: { entryPoint: 'filing' },
  check({ documentPurposes }) {
    return documentPurposes.includes('prior_notice_proof') ? pass : fail('Upload the proof of service.');
  },
};

/** The notice period has to end before filing. Its last day belongs to the tenant. */
export const priorNoticeElapsed: Gate = {
  name: 'prior_notice_elapsed',
  only: { entryPoint: 'filing' },
  check({ facts, pack, today }) {
    const lastDay = priorNoticeRunsThrough(facts, pack);
    // `prior_notice_recorded` reports a missing notice.
    if (lastDay === null) return notApplicable;
    if (lastDay < today.elapsed) return pass;
    if (pack) return fail(`Runs through ${lastDay}; file from ${addDays(lastDay, 1)}.`);
    return fail(`By the number of days you gave, the notice period runs through ${lastDay}. The attorney decides.`);
  },
};

/**
 * The notice has to give at least as many days as the pack requires. `cares_act` checks the days for a covered
 * property.
 */
export const priorNoticePeriod: Gate = {
  name: 'prior_notice_period',
  only: { entryPoint: 'filing' },
  check({ facts, pack }) {
    if (!facts.priorNotice || !pack) return notApplicable;
    const { days, dayKind, citation } = pack.notices[facts.ground].period;
    if (facts.priorNotice.periodDays >= days) return pass;
    return fail(
      `The notice gave ${facts.priorNotice.periodDays} days, fewer than ${days} ${dayKind} days (${citation}).`,
    );
  },
};

export const priorNoticeMethod: Gate = {
  name: 'prior_notice_method',
  only: { entryPoint: 'filing' },
  check({ facts, pack }) {
    if (!facts.priorNotice || !pack) return notApplicable;
    const { methods, period } = pack.notices[facts.ground];
    if (methods.includes(facts.priorNotice.method)) return pass;
    return fail(
      `Service by ${facts.priorNotice.method} is not enough here; accepted: ${methods.join(', ')} (${period.citation}).`,
    );
  },
};

/** Warns about rent accepted after the notice, which can waive it (see for example R.I. Gen. Laws § 34-18-41). */
export const paymentAfterNotice: Gate = {
  name: 'payment_after_notice',
  only: { entryPoint: 'filing', ground: 'nonpayment' },
  check({ facts }) {
    const { priorNotice, ledger = [] } = facts;
    if (!priorNotice) return notApplicable;
    const payment = ledger.find(({ type, date }) => type === 'payment' && date >= priorNotice.servedDate);
    return payment
      ? warn(
          `Accepting rent may waive the notice, and the ledger has a payment on ${payment.date}. The attorney decides.`,
        )
      : pass;
  },
};

import type { EntryPoint, Ground } from './pack.ts';

/** Returns the dotted paths in the case input that the ground requires for every entry point. */
export function requiredFacts(ground: Ground): string[] {
  return [...everyGround, ...byGround[ground]];
}

/** Returns the required paths for each entry point. A case that begins with the filing also needs its prior notice. */
export function requiredFactsByEntryPoint(ground: Ground): Record<EntryPoint, string[]> {
  const facts = requiredFacts(ground);
  return { notice: facts, filing: [...facts, ...filingOnly] };
}

const everyGround: readonly string[] = [
  'property.line1',
  'property.city',
  'property.state',
  'property.zip',
  'property.ownerOfRecord',
  'parties[plaintiff]',
  'parties[defendant]',
  'lease.startDate',
  'attestations.authority',
  'attestations.notRetaliatory',
  'attestations.notDiscriminatory',
  'attestations.servicemember',
  'attestations.subsidized',
];

const byGround: Record<Ground, readonly string[]> = {
  nonpayment: ['lease.monthlyRentCents', 'ledger', 'amountOwedCents', 'attestations.caresCovered'],
  lease_violation: ['violation.description', 'violation.date'],
  // The end of the lease is optional for a month-to-month tenancy.
  holdover: ['lease.endDate'],
};

const filingOnly: readonly string[] = [
  'priorNotice.servedDate',
  'priorNotice.method',
  'priorNotice.periodDays',
  'documents[prior_notice]',
  'documents[prior_notice_proof]',
];

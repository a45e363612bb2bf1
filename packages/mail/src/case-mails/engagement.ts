import type { Triggers } from '../case-mail.ts';

/** Returns whether the decision assigns a new attorney to the case. */
export function engagesAttorney({ before, record }: Triggers['assign_attorney']): boolean {
  return record.attorneyId !== null && record.attorneyId !== before?.attorneyId;
}

/** Returns whether the operators have already chosen the next attorney. */
export function reassignsToAttorney({ event }: Triggers['attorney_reassigned']): boolean {
  return event.detail['attorneyId'] !== null;
}

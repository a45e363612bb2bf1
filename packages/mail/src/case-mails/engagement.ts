import type { Triggers } from '../case-mail.ts';

/** Whether the decision newly engages an attorney. */
export function engagesAttorney({ before, record }: Triggers['assign_attorney']): boolean {
  return record.attorneyId !== null && record.attorneyId !== before?.attorneyId;
}

/** Whether operators have already named the next attorney. */
export function reassignsToAttorney({ event }: Triggers['attorney_reassigned']): boolean {
  return event.detail['attorneyId'] !== null;
}

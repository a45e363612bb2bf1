import type { Triggers } from '../case-mail.ts';

/** Whether the decision engages an attorney who was not engaged before it. */
export function engagesAttorney({ before, record }: Triggers['assign_attorney']): boolean {
  return record.attorneyId !== null && record.attorneyId !== before?.attorneyId;
}

/** Whether operators have named the next attorney already. */
export function reassignsToAttorney({ event }: Triggers['attorney_reassigned']): boolean {
  return event.detail['attorneyId'] !== null;
}

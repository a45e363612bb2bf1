import { asksFirst, isEligible } from '@evict/store/attorneys';
import { getReviewInputs } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import type { RecordActivities } from '@evict/temporal/case-activities';
import { withoutValues } from './failures.ts';

/** Looks up the inputs of a review besides the case record. */
export function createPrepareReview({ store }: { store: Store }): RecordActivities['prepareReview'] {
  return ({ caseId, attorneyId }) =>
    withoutValues(async () => {
      const { jurisdiction, ...reviewed } = await getReviewInputs(store, caseId);
      const [eligible, asks] = await Promise.all([
        isEligible(store, attorneyId, jurisdiction),
        asksFirst(store, attorneyId),
      ]);
      return { ...reviewed, eligible, asksFirst: asks };
    });
}

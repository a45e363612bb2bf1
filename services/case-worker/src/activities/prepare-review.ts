import { isEligible, type Store } from '@evict/store';
import type { RecordActivities } from '@evict/temporal/case-activities';
import { withoutValues } from './failures.ts';

/** What an attorney's answer is decided on beside the case itself, as it is at this moment. */
export function createPrepareReview({ store }: { store: Store }): RecordActivities['prepareReview'] {
  return ({ caseId, attorneyId }) =>
    withoutValues(async () => {
      const { jurisdiction, factsVersion, documents } = await store.prisma.case.findUniqueOrThrow({
        where: { id: caseId },
        select: {
          jurisdiction: true,
          factsVersion: true,
          documents: { where: { superseded: false }, select: { contentHash: true } },
        },
      });
      const eligible = await isEligible(store, attorneyId, jurisdiction);
      return { eligible, factsVersion, documentHashes: documents.map(({ contentHash }) => contentHash) };
    });
}

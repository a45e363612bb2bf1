import { recordTransition, type Store } from '@evict/store';
import type { RecordActivities } from '@evict/temporal/messages';
import { withoutValues } from './failures.ts';
import { factsHash, noticeFactsHash } from './frozen-facts.ts';
import { checkGates } from './prepare-submission.ts';

interface Dependencies {
  store: Store;
  platformFeeCents: number;
}

/** Records a transition once; for a submit only while the facts are those that were checked. */
export function createRecordTransition({
  store,
  platformFeeCents,
}: Dependencies): RecordActivities['recordTransition'] {
  return (transition) =>
    withoutValues(async () => {
      const { factsVersion, record, caseTime } = transition;
      const outcome = await recordTransition(store, {
        ...transition,
        platformFeeCents,
        ...(factsVersion !== undefined && {
          submission: {
            factsVersion,
            freeze: (facts, documents) => ({
              gates: checkGates(record.mode, facts, documents, caseTime),
              factsHash: factsHash(facts, documents),
              noticeFactsHash: noticeFactsHash(facts),
            }),
          },
        }),
      });
      switch (outcome.kind) {
        case 'recorded':
          return { ok: true };
        case 'facts_changed':
          return { ok: false, code: 'facts_changed' };
        case 'ahead':
          return { ok: false, code: 'behind', record: outcome.record };
      }
    });
}

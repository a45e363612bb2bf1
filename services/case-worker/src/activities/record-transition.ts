import { recordTransition, type Store } from '@evict/store';
import type { RecordActivities } from '@evict/temporal/messages';
import { withoutValues } from './failures.ts';
import { factsHash } from './frozen-facts.ts';
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
      const { factsHash: checked, record, caseTime } = transition;
      const outcome = await recordTransition(store, {
        ...transition,
        platformFeeCents,
        ...(checked !== undefined && {
          freeze: (facts, documents) =>
            factsHash(facts, documents) === checked ? checkGates(record.mode, facts, documents, caseTime) : null,
        }),
      });
      switch (outcome) {
        case 'recorded':
          return { ok: true };
        case 'facts_changed':
          return { ok: false, code: 'facts_changed' };
        case 'not_draft':
          return { ok: false, code: 'invalid_transition' };
      }
    });
}

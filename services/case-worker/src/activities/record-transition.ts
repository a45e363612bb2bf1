import { recordTransition } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import type { OutboxClient } from '@evict/temporal';
import type { RecordActivities } from '@evict/temporal/case-activities';
import { withoutValues } from './failures.ts';
import { factsHash, noticeFactsHash } from './frozen-facts.ts';
import { reportTransition, reportUnauthorized } from './report-transition.ts';
import { checkGates } from './prepare-submission.ts';

interface Dependencies {
  store: Store;
  outbox: OutboxClient;
  platformFeeCents: number;
  operatorsAddress: string;
  logger: Logger;
}

/**
 * Records a transition once, then wakes the outboxes of its mail and webhooks. A submit freezes the checked facts.
 */
export function createRecordTransition({
  store,
  outbox,
  platformFeeCents,
  operatorsAddress,
  logger,
}: Dependencies): RecordActivities['recordTransition'] {
  return (transition) =>
    withoutValues(async () => {
      const { events, record, caseTime } = transition;
      const startedAt = performance.now();
      const isSubmit = events.some(({ action }) => action === 'submit');
      const { result, outgoing } = await recordTransition(store, transition, {
        platformFeeCents,
        operatorsAddress,
        ...(isSubmit && {
          freeze: (facts, exhibits) => ({
            gates: checkGates(record.mode, facts, exhibits, caseTime),
            factsHash: factsHash(facts, exhibits),
            noticeFactsHash: noticeFactsHash(facts),
          }),
        }),
      });
      if (result.ok) {
        outbox.wakeSoon(outgoing);
        reportTransition(logger, transition, performance.now() - startedAt);
      } else if (result.code === 'unauthorized') {
        reportUnauthorized(logger, transition);
      }
      return result;
    });
}

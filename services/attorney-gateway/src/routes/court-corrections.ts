import { judgmentAmounts } from '@evict/case-model';
import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { changedAmounts } from '@evict/store/cases';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { earlyFault, futureFault, missing, requireFaultless } from '../reported-dates.ts';
import { withValues } from '../with-values.ts';

/** Corrections of what was reported of the court's hearing and judgment. */
export function courtCorrectionRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.correctHearing, (call) => {
    const { date, reason } = call.body;
    return actOnCase(dependencies, call, () => ({ command: { kind: 'correct_hearing', date }, text: { reason } }));
  });

  gateway.route(routes.correctJudgment, (call) => {
    const { reason, amountCents, costsCents, ...facts } = call.body;
    const amounts = { amountCents, costsCents };
    const isEmpty = Object.values({ ...facts, ...amounts }).every((value) => value === undefined);
    const names = ['date', 'manner', 'withPrejudice', ...judgmentAmounts].join(', ');
    requireFaultless([isEmpty && missing('', `Send one of ${names}.`), futureFault('date', facts.date)]);
    return actOnCase(dependencies, call, async (row) => {
      requireFaultless([earlyFault('date', facts.date, row)]);
      const changed = await changedAmounts(dependencies.store, row.id, amounts);
      return {
        command: { kind: 'correct_judgment', ...withValues(facts), amounts: changed },
        text: withValues({ ...amounts, reason }),
      };
    });
  });
}

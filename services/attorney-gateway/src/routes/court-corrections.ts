import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { earlyFault, futureFault, missing, requireFaultless } from '../reported-dates.ts';
import { withValues } from '../with-values.ts';

/** Corrections of what was reported of the court's hearing and judgment. */
export function courtCorrectionRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.correctHearing, (call) => {
    const { date, reason } = call.body;
    return actOnCase(dependencies, call, () => ({ kind: 'correct_hearing', date, reason }));
  });

  gateway.route(routes.correctJudgment, (call) => {
    const { reason, ...facts } = call.body;
    const isEmpty = Object.values(facts).every((value) => value === undefined);
    const names = 'date, manner, withPrejudice, amountCents, costsCents';
    requireFaultless([isEmpty && missing('', `Send one of ${names}.`), futureFault('date', facts.date)]);
    return actOnCase(dependencies, call, (row) => {
      requireFaultless([earlyFault('date', facts.date, row)]);
      return { kind: 'correct_judgment', ...withValues({ ...facts, reason }) };
    });
  });
}

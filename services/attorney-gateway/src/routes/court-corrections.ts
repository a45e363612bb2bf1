import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { withValues } from '../with-values.ts';

/** Corrections of what was reported of the court's hearing and judgment. */
export function courtCorrectionRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.correctHearing, (call) =>
    actOnCase(dependencies, call, { kind: 'correct_hearing', ...call.body }),
  );

  gateway.route(routes.correctJudgment, (call) =>
    actOnCase(dependencies, call, { kind: 'correct_judgment', ...withValues(call.body) }),
  );
}

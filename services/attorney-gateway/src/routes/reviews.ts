import { isFinished, type Outcome, withValues } from '@evict/case-model';
import { type RouteBody, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import { actOnCase, licensed, unfinished } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';

/** Reviews and outcomes. */
export function reviewRoutes(gateway: Gateway, dependencies: Pick<Dependencies, 'store' | 'cases'>): void {
  gateway.route(routes.reviewCase, (call) => {
    const { decision, notes } = call.body;
    const documentHashes = decision === 'approve' ? call.body.documentHashes : [];
    const command = { kind: 'review', decision, documentHashes, ...withValues({ notes }) } as const;
    return actOnCase(dependencies, call, [licensed(), unfinished], command);
  });

  gateway.route(routes.reportOutcome, (call) => {
    const outcome = outcomeOf(call.body);
    // To confirm that all work has stopped takes no license.
    const guards = [licensed((row) => confirmsWithdrawal(row, outcome)), unfinished];
    return actOnCase(dependencies, call, guards, { kind: 'outcome', outcome });
  });
}

function outcomeOf(body: RouteBody<typeof routes.reportOutcome>): Outcome {
  if (body.type === 'closed') return { type: body.type, ...withValues({ dismissedOn: body.dismissedOn }) };
  if (body.type !== 'judgment') return body;
  const { type, outcome, judgment = {} } = body;
  return { type, outcome, ...withValues(judgment) };
}

function confirmsWithdrawal({ state, progress }: CaseRow, { type }: { type: string }): boolean {
  return type === 'closed' && Boolean(progress.withdrawal) && !isFinished(state);
}

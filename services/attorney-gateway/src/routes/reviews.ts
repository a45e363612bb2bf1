import { isFinished, type Outcome } from '@evict/case-model';
import { type RouteBody, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import type { CaseRow, CommandText } from '@evict/store/cases';
import { type Act, actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { earlyFault, futureFault, requireFaultless } from '../reported-dates.ts';
import { withValues } from '../with-values.ts';

/** Reviews and outcomes. */
export function reviewRoutes(gateway: Gateway, dependencies: Pick<Dependencies, 'store' | 'cases'>): void {
  gateway.route(routes.reviewCase, (call) => {
    const { decision, notes } = call.body;
    const documentHashes = decision === 'approve' ? call.body.documentHashes.map(hashOrNone) : [];
    const command = { kind: 'review', decision, documentHashes } as const;
    return actOnCase(dependencies, call, () => ({ command, text: withValues({ notes }) }), { limit: null });
  });

  gateway.route(routes.reportOutcome, (call) => {
    const { outcome, text } = outcomeOf(call.body);
    const dismissedOn = outcome.type === 'closed' ? outcome.dismissedOn : undefined;
    const judgedOn = outcome.type === 'judgment' ? outcome.date : undefined;
    requireFaultless([futureFault('dismissedOn', dismissedOn), futureFault('judgment.date', judgedOn)]);
    const prepare = (row: CaseRow): Act => {
      requireFaultless([earlyFault('dismissedOn', dismissedOn, row), earlyFault('judgment.date', judgedOn, row)]);
      return { command: { kind: 'outcome', outcome }, text };
    };
    // To confirm that all work has stopped takes no license.
    const evenLapsed = (row: CaseRow) => confirmsWithdrawal(row, outcome);
    return actOnCase(dependencies, call, prepare, { limit: null, evenLapsed });
  });
}

/** Amounts stay out of the command, because Temporal stores what the workflow is sent. */
function outcomeOf(body: RouteBody<typeof routes.reportOutcome>): { outcome: Outcome; text: CommandText } {
  if (body.type === 'closed') {
    const { type, dismissedOn } = body;
    return { outcome: { type, ...withValues({ dismissedOn }) }, text: {} };
  }
  if (body.type !== 'judgment') return { outcome: body, text: {} };
  const { type, outcome, judgment: { amountCents, costsCents, ...facts } = {} } = body;
  return { outcome: { type, outcome, ...withValues(facts) }, text: withValues({ amountCents, costsCents }) };
}

function confirmsWithdrawal({ state, progress }: CaseRow, { type }: { type: string }): boolean {
  return type === 'closed' && Boolean(progress.withdrawal) && !isFinished(state);
}

/** Text that is no SHA-256 matches no document. It is replaced, because Temporal stores what the workflow is sent. */
function hashOrNone(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text : 'none';
}

import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { withValues } from '../with-values.ts';

/** Holds, deadlines and facts. */
export function reportRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.holdCase, (call) => {
    const { reason, ...given } = call.body;
    return actOnCase(dependencies, call, { kind: 'hold', reason, ...withValues(given) });
  });

  gateway.route(routes.resumeCase, (call) => actOnCase(dependencies, call, { kind: 'resume' }));

  gateway.route(routes.setDeadline, (call) => {
    const { reason, ...deadline } = call.body;
    return actOnCase(dependencies, call, { kind: 'set_deadline', ...deadline, ...withValues({ reason }) });
  });

  gateway.route(routes.changeDeadline, (call) => {
    const { deadlineId } = call.params;
    return actOnCase(dependencies, call, { kind: 'change_deadline', deadlineId, ...withValues(call.body) });
  });

  gateway.route(routes.removeDeadline, (call) => {
    const { deadlineId } = call.params;
    return actOnCase(dependencies, call, { kind: 'remove_deadline', deadlineId, ...withValues(call.body) });
  });

  gateway.route(routes.reportFact, (call) => {
    const { kind: fact, date, detail } = call.body;
    const body = { kind: 'record_fact', fact, date, ...withValues({ detail }) } as const;
    return actOnCase(dependencies, call, body, { evenEnded: fact === 'dismissed' ? awaitsDismissal : undefined });
  });
}

/** The end of a case is complete once the court has dismissed its own, whoever is licensed by then. */
function awaitsDismissal({ state, progress }: CaseRow): boolean {
  return state === 'closed' || (state === 'withdrawn' && (progress.withdrawal?.needsDismissal ?? false));
}

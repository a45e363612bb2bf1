import { isPlatformDeadline } from '@evict/case-model';
import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { earlyFault, fault, futureFault, missing, pastFault, requireFaultless } from '../reported-dates.ts';
import { withValues } from '../with-values.ts';

/** Holds, deadlines and facts. */
export function reportRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.holdCase, (call) => {
    const { reason, until, notes } = call.body;
    requireFaultless([pastFault('until', until)]);
    return actOnCase(dependencies, call, () => ({
      kind: 'hold',
      reason,
      ...withValues({ until, notes }),
    }));
  });

  gateway.route(routes.resumeCase, (call) => actOnCase(dependencies, call, () => ({ kind: 'resume' })));

  gateway.route(routes.setDeadline, (call) => {
    const { name, date, citation, reason } = call.body;
    requireFaultless([nameFault(name)]);
    return actOnCase(dependencies, call, () => ({
      kind: 'set_deadline',
      name,
      date,
      citation,
      ...withValues({ reason }),
    }));
  });

  gateway.route(routes.changeDeadline, (call) => {
    const { name, date, citation } = call.body;
    const { deadlineId } = call.params;
    const isEmpty = [date, name, citation].every((value) => value === undefined);
    requireFaultless([isEmpty && missing('', 'Send name, date or citation.'), nameFault(name)]);
    return actOnCase(dependencies, call, () => ({ kind: 'change_deadline', deadlineId, ...withValues(call.body) }));
  });

  gateway.route(routes.removeDeadline, (call) =>
    actOnCase(dependencies, call, () => ({
      kind: 'remove_deadline',
      deadlineId: call.params.deadlineId,
      ...withValues(call.body),
    })),
  );

  gateway.route(routes.reportFact, (call) => {
    const { kind: fact, date, detail } = call.body;
    requireFaultless([futureFault('date', date)]);
    return actOnCase(
      dependencies,
      call,
      (row) => {
        requireFaultless([earlyFault('date', date, row)]);
        return { kind: 'record_fact', fact, date, ...withValues({ detail }) };
      },
      { evenEnded: fact === 'dismissed' ? awaitsDismissal : undefined },
    );
  });
}

/** The end of a case is complete once the court has dismissed its own, whoever is licensed by then. */
function awaitsDismissal({ state, progress }: CaseRow): boolean {
  return state === 'closed' || (state === 'withdrawn' && (progress.withdrawal?.needsDismissal ?? false));
}

/** Otherwise a reported date could pass for one that the service computed. */
function nameFault(name: string | undefined) {
  if (name === undefined || !isPlatformDeadline(name)) return undefined;
  return fault('name', 'reserved', 'The service uses this name itself.');
}

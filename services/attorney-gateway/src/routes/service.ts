import { ApiError, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { type CaseRow, findServiceAttempt } from '@evict/store/cases';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { earlyFault, fault, futureFault, misplaced, missing, orderFault, requireFaultless } from '../reported-dates.ts';
import { withValues } from '../with-values.ts';

/** Reports of service, and their corrections. */
export function serviceRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.reportService, (call) => {
    const { stage, status, method, partyIndex, servedDate, expires, citation, restNotNeeded, failureReason } =
      call.body;
    const isServedNotice = stage === 'notice' && status === 'served';
    requireFaultless([
      status === 'served' && servedDate === undefined && missing('servedDate', 'Is required with status served.'),
      status !== 'served' && servedDate !== undefined && misplaced('servedDate', 'Belongs to status served.'),
      isServedNotice && expires === undefined && missing('expires', 'Is required for a served notice.'),
      isServedNotice && citation === undefined && missing('citation', 'Is required for a served notice.'),
      !isServedNotice && expires !== undefined && misplaced('expires', 'Belongs to a served notice.'),
      !isServedNotice && citation !== undefined && misplaced('citation', 'Belongs to a served notice.'),
      orderFault('expires', expires, servedDate),
      status !== 'served' && restNotNeeded === true && misplaced('restNotNeeded', 'Belongs to status served.'),
      status !== 'failed' && failureReason !== undefined && misplaced('failureReason', 'Belongs to status failed.'),
    ]);
    return actOnCase(dependencies, call, (row) => {
      requireFaultless([
        partyFault(row, partyIndex),
        futureFault('servedDate', servedDate),
        earlyFault('servedDate', servedDate, row),
      ]);
      const dates = { date: servedDate ?? null, expires: expires ?? null };
      const given = withValues({ partyIndex, citation, failureReason });
      return {
        kind: 'record_service',
        stage,
        status,
        method,
        ...dates,
        ...given,
        ...(restNotNeeded === true && { restNotNeeded }),
      };
    });
  });

  gateway.route(routes.correctService, (call) => {
    const { servedDate, expires, citation, void: isVoid = false, restNotNeeded = false, reason } = call.body;
    const dated = Object.entries({ servedDate, expires, citation }).filter(([, value]) => value !== undefined);
    const isEmpty = dated.length === 0 && !isVoid && !restNotNeeded;
    requireFaultless([
      isEmpty && missing('', 'Send servedDate, expires, citation, void or restNotNeeded.'),
      ...dated.map(([path]) => isVoid && misplaced(path, 'Does not go with void.')),
      ...dated.map(([path]) => !isVoid && restNotNeeded && misplaced(path, 'Does not go with restNotNeeded.')),
      isVoid && restNotNeeded && misplaced('restNotNeeded', 'Does not go with void.'),
      orderFault('expires', expires, servedDate),
    ]);
    return actOnCase(dependencies, call, async (row) => {
      const { attemptId } = call.params;
      const attempt = await findServiceAttempt(dependencies.store, { caseId: row.id, attemptId });
      if (!attempt) throw new ApiError('not_found');
      const isNotice = attempt.stage === 'notice';
      requireFaultless([
        futureFault('servedDate', servedDate),
        earlyFault('servedDate', servedDate, row),
        !isNotice && expires !== undefined && misplaced('expires', 'Belongs to a notice.'),
        !isNotice && citation !== undefined && misplaced('citation', 'Belongs to a notice.'),
        isNotice && servedDate === undefined && orderFault('expires', expires, attempt.servedDate),
        expires === undefined &&
          isMoved(attempt, servedDate) &&
          missing('expires', 'Is required with a new servedDate.'),
      ]);
      const dates = { date: servedDate ?? null, expires: expires ?? null };
      return {
        kind: 'correct_service',
        attemptId,
        ...dates,
        ...withValues({ citation, reason }),
        ...(isVoid && { voided: true }),
        ...(restNotNeeded && { restNotNeeded: true }),
      };
    });
  });
}

function partyFault({ facts }: CaseRow, partyIndex: number | undefined) {
  const isDefendant = partyIndex === undefined || facts.parties[partyIndex]?.role === 'defendant';
  return isDefendant ? undefined : fault('partyIndex', 'no_defendant', 'Must be the index of a defendant.');
}

/** The notice period that is on record was counted from another day. */
function isMoved(
  attempt: { servedDate: string | null; expires: string | null },
  servedDate: string | undefined,
): boolean {
  return attempt.expires !== null && servedDate !== undefined && servedDate !== attempt.servedDate;
}

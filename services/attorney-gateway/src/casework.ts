import { type Command, type CommandBody, completesWithdrawal, isFinished } from '@evict/case-model';
import { ApiError, type LimitName } from '@evict/contract';
import {
  type AttorneyCaller,
  caseBody,
  enforceLimit,
  type JsonText,
  requireFaultless,
  sendCommand,
  type Work,
} from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import { loadAssigned, requireEligible } from './assigned-case.ts';
import type { Dependencies } from './dependencies.ts';

/** A request about one case. */
export interface CaseCall {
  caller: AttorneyCaller;
  params: { id: string };
  work: Work;
}

export interface ActOptions {
  /** The attorney may act even without a valid license. */
  allowLapsedLicense?: (row: CaseRow) => boolean;
  /** Per case; null for none. */
  limit?: LimitName | null;
}

/** `sendAct` for an endpoint that responds with the case. */
export async function actOnCase(...request: Parameters<typeof sendAct>): Promise<{ status: 200; body: JsonText }> {
  return { status: 200, body: caseBody(await sendAct(...request)) };
}

/**
 * Sends one command of the attorney, or the one that is made of its case, and returns the case as it is then. The order
 * of refusals is the same for every endpoint: 400 for a fault that shows without the case, 404 unless the case is the
 * attorney's, 409 `erased`, 403 `attorney_not_eligible`, 409 `invalid_transition` for a finished case, 429 beyond the
 * limit of reports, 400 for any other fault, what the decision refuses.
 */
export async function sendAct(
  dependencies: Pick<Dependencies, 'store' | 'cases'>,
  { caller: { attorneyId }, params: { id: caseId }, work }: CaseCall,
  given: CommandBody | ((row: CaseRow) => Promise<CommandBody>),
  { allowLapsedLicense = () => false, limit = 'report' }: ActOptions = {},
): Promise<CaseRow> {
  const { store } = dependencies;
  if (typeof given !== 'function') requireFaultless(given);
  // The end of a case is complete once the court has dismissed its own, whoever is licensed by then.
  const completes = ({ record }: CaseRow) =>
    typeof given !== 'function' && record !== null && completesWithdrawal(record, given);
  const { row: after } = await sendCommand(
    dependencies,
    { caseId, work },
    {
      author: { type: 'attorney', id: attorneyId },
      load: () => loadAssigned(store, { attorneyId, caseId }),
      async prepare(row) {
        const isLast = completes(row);
        if (!allowLapsedLicense(row) && !isLast) await requireEligible(store, attorneyId, row);
        if (isFinished(row.state) && !isLast) throw new ApiError('invalid_transition');
        if (limit) await enforceLimit(store, limit, caseId);
        const body = typeof given === 'function' ? await given(row) : given;
        requireFaultless(body, row);
        return body;
      },
      preview(body, row) {
        const otherHashes = row.documents.map(({ contentHash }) => contentHash);
        return { ...body, attorneyId, eligible: true, otherHashes } as Command;
      },
    },
  );
  return after;
}

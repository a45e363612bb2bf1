import { type Command, type CommandBody, completesWithdrawal, isFinished, presumed } from '@evict/case-model';
import { ApiError, type LimitName } from '@evict/contract';
import {
  type AttorneyCaller,
  enforceLimit,
  type JsonText,
  requireFaultless,
  sendCommand,
  type Work,
} from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import { loadAssigned, requireEligible, shownTo } from './assigned-case.ts';
import type { Dependencies } from './dependencies.ts';

/** A request about one case. */
export interface CaseCall {
  caller: AttorneyCaller;
  params: { id: string };
  work: Work;
}

/** What an attorney is about to do to one of their cases. */
interface Act {
  store: Store;
  attorneyId: string;
  row: CaseRow;
  /** It reports what completes the end of the case, which may be finished. */
  isLast: boolean;
}

/** Refuses an act. The guards of a route hold in their order. */
export type Guard = (act: Act) => Promise<unknown> | void;

/** 403 `attorney_not_eligible` without a valid license, except where that is allowed. */
export function licensed(allowLapsed: (row: CaseRow) => boolean = () => false): Guard {
  return async ({ store, attorneyId, row }) => {
    if (!allowLapsed(row)) await requireEligible(store, attorneyId, row);
  };
}

/** 409 `invalid_transition` for a case that has ended. */
export const unfinished: Guard = ({ row, isLast }) => {
  if (isFinished(row.state) && !isLast) throw new ApiError('invalid_transition');
};

/** 429 beyond the limit of a case. */
export function limited(limit: LimitName): Guard {
  return ({ store, row }) => enforceLimit(store, limit, row.id);
}

/** `sendAct` for an endpoint that responds with the case. */
export async function actOnCase(...request: Parameters<typeof sendAct>): Promise<{ status: 200; body: JsonText }> {
  const [{ store }, { caller }] = request;
  return { status: 200, body: await shownTo(store, caller.attorneyId, await sendAct(...request)) };
}

/**
 * Sends one command of the attorney, or the one that is made of its case, and returns the case as it is then. The order
 * of refusals: 400 for a fault that shows without the case, 404 unless the case is the attorney's, 409 `erased`, the
 * guards, 400 for any other fault, what the decision refuses. `lookUp`: what else is decided on, beside the case.
 */
export async function sendAct(
  dependencies: Pick<Dependencies, 'store' | 'cases'>,
  { caller: { attorneyId }, params: { id: caseId }, work }: CaseCall,
  guards: readonly Guard[],
  given: CommandBody | ((row: CaseRow) => Promise<CommandBody>),
  lookUp: (row: CaseRow) => Promise<object> = async () => ({}),
): Promise<CaseRow> {
  const { store } = dependencies;
  if (typeof given !== 'function') requireFaultless(given);
  let found = {};
  const { row: after } = await sendCommand(
    dependencies,
    { caseId, work },
    {
      author: { type: 'attorney', id: attorneyId },
      load: () => loadAssigned(store, { attorneyId, caseId }),
      async prepare(row) {
        const isLast = typeof given !== 'function' && row.record !== null && completesWithdrawal(row.record, given);
        for (const guard of guards) await guard({ store, attorneyId, row, isLast });
        const body = typeof given === 'function' ? await given(row) : given;
        requireFaultless(body, row);
        found = await lookUp(row);
        return body;
      },
      preview(body, row) {
        const otherHashes = row.documents.map(({ contentHash }) => contentHash);
        return { ...body, ...presumed, attorneyId, otherHashes, ...found } as Command;
      },
    },
  );
  return after;
}

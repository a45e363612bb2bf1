import { type AttorneyCommand, isFinished } from '@evict/case-model';
import { ApiError, type LimitName } from '@evict/contract';
import { type AttorneyCaller, enforceLimit, sendCommand, type Work } from '@evict/http';
import { type CaseRow, type CommandText, deleteCommand, presentCase, writeCommand } from '@evict/store/cases';
import { loadAssigned, requireEligible } from './assigned-case.ts';
import type { Dependencies } from './dependencies.ts';

/** A request about one case. */
export interface CaseCall {
  caller: AttorneyCaller;
  params: { id: string };
  work: Work;
}

/** What the attorney does, with its free text, which is stored in the database only. */
export interface Act {
  command: Bare<AttorneyCommand>;
  text?: CommandText;
}
type Bare<T> = T extends unknown ? Omit<T, 'attorneyId' | 'eligible' | 'otherHashes'> : never;

export interface ActOptions {
  /** The attorney may act even without a valid license. */
  evenLapsed?: (row: CaseRow) => boolean;
  /** The case takes it although it is finished; then it takes no license either. */
  evenEnded?: ((row: CaseRow) => boolean) | undefined;
  /** Per case; null for none. */
  limit?: LimitName | null;
}

/** `sendAct` for an endpoint that responds with the case. */
export async function actOnCase(
  ...request: Parameters<typeof sendAct>
): Promise<{ status: 200; body: ReturnType<typeof presentCase> }> {
  return { status: 200, body: presentCase(await sendAct(...request)) };
}

/**
 * Sends one command in the name of the attorney to the workflow of the case, and returns the case as it is then.
 * The order of refusals is the same for every endpoint: 404 unless the case is the attorney's, 409 `erased`, 403
 * `attorney_not_eligible`, 409 `invalid_transition` for a finished case, 429 beyond the limit of reports, what
 * `prepare` throws, what the workflow refuses.
 */
export async function sendAct(
  { store, cases }: Pick<Dependencies, 'store' | 'cases'>,
  { caller: { attorneyId }, params: { id: caseId }, work }: CaseCall,
  prepare: (row: CaseRow) => Act | Promise<Act>,
  { evenLapsed = () => false, evenEnded = () => false, limit = 'report' }: ActOptions = {},
): Promise<CaseRow> {
  let act: Act;
  return sendCommand(
    store,
    { caseId, work },
    {
      load: () => loadAssigned(store, { attorneyId, caseId }),
      async check(row) {
        if (!evenLapsed(row) && !evenEnded(row)) await requireEligible(store, attorneyId, row);
        // A finished case has no workflow that could refuse.
        if (isFinished(row.state) && !evenEnded(row)) throw new ApiError('invalid_transition');
        if (limit) await enforceLimit(store, limit, caseId);
        act = await prepare(row);
      },
      // The command is stored first, because its transition is recorded only if it matches that row. A refused command
      // is deleted, so that it authorizes nothing later.
      async send(ref, row, id) {
        const { text = {} } = act;
        const command = { attorneyId, ...act.command };
        await writeCommand(store, 'attorney', { id, caseId, command, text });
        const result = await cases.operate(ref, { command }, id, { isFinished: isFinished(row.state) });
        if (!result.ok) await deleteCommand(store, 'attorney', id);
        return result;
      },
    },
  );
}

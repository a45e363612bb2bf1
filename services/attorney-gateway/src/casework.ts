import { type CommandBody, completesWithdrawal, isFinished, presumed } from '@evict/case-model';
import { ApiError } from '@evict/contract';
import { type AttorneyCaller, type CaseCall, type Commanded, refuseShown, sendCommand } from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import type { SignatureUse } from '@evict/store/commands';
import type { Dependencies } from './dependencies.ts';

/** An attorney's request about one of their cases. */
export interface AttorneyCall extends CaseCall {
  caller: AttorneyCaller;
}

/**
 * Throws 409 `invalid_transition` for a finished case, unless the command reports that the court dismissed a case that
 * a withdrawal or close had left open.
 */
export function requireUnfinished({ state, record }: CaseRow, command: CommandBody): void {
  const isLast = record !== null && completesWithdrawal(record, command);
  if (isFinished(state) && !isLast) throw new ApiError('invalid_transition');
}

/**
 * Throws early if the row shows that the command would be refused. Otherwise sends the command and returns the case
 * afterwards. `found` contains further data for the decision, such as a verified signature. `signature` is marked as
 * used in the transaction that records the command.
 */
export async function sendAct(
  dependencies: Pick<Dependencies, 'store' | 'cases'>,
  call: AttorneyCall,
  row: CaseRow,
  command: CommandBody,
  { found = {}, signature }: { found?: object; signature?: SignatureUse | undefined } = {},
): Promise<Commanded> {
  const otherHashes = row.documents.map(({ contentHash }) => contentHash);
  refuseShown(row, command, { ...presumed, attorneyId: call.caller.attorneyId, otherHashes, ...found });
  return sendCommand(dependencies, call, row, command, { signature });
}

import {
  type Command,
  type CommandBody,
  decide,
  faultsOf,
  isSandbox,
  newCase,
  simulationStates,
  waitOf,
  blockingReason,
} from '@evict/case-model';
import { ApiError, invalidRequest, refusalError } from '@evict/contract';
import type { CaseRow } from '@evict/store/cases';
import type { CommandOutcome } from '@evict/store/commands';

/** Throws 400 with every fault found in a command. Pass the case's row to check the command against it too. */
export function requireFaultless(body: CommandBody, row?: CaseRow): void {
  // A test case's clock can be ahead of this process's clock. A live case's clock advances only with decisions, so it
  // is behind.
  const now = Math.max(Date.now(), row?.clock.getTime() ?? 0);
  const ofCase = row && { createdAt: row.createdAt.getTime(), ...(row.record && { record: row.record }) };
  const faults = faultsOf(body, { now, ...ofCase });
  if (faults.length > 0) throw invalidRequest(faults.map(({ path, code, message }) => ({ path, code, message })));
}

/**
 * Throws early, without calling Temporal, if the current row shows that the command would be refused. The error is the
 * same as the decision's. `known` contains the fields that will be added to the command before the decision.
 */
export function refuseShown(row: CaseRow, body: CommandBody, known: object = {}): void {
  const now = row.now + (isSandbox(row) ? row.clockAheadMs : 0);
  const { id: caseId, organizationId, mode, factsVersion } = row;
  const record = { ...(row.record ?? newCase({ caseId, organizationId, mode }, now)), factsVersion };
  // Documents are still missing. The worker may make them before the decision, so this row can't predict the result.
  if (waitOf(record, now).kind === 'documents') return;
  const command = { ...body, ...known } as Command;
  const decision = decide(record, command, { now, uuid: () => '00000000-0000-0000-0000-000000000000' });
  if (!decision.ok) throw refusalOf({ ok: false, code: decision.code }, row, body);
}

/** Returns the error for a refused command. */
export function refusalOf(outcome: CommandOutcome & { ok: false }, row: CaseRow, body: CommandBody): ApiError {
  const { code, message } = refusalError(outcome.code, blockingReason(outcome.code, row.record, body));
  return new ApiError(code, { message, details: detailsOf(outcome, row, body) });
}

function detailsOf(outcome: CommandOutcome & { ok: false }, { retryAt }: CaseRow, body: CommandBody): unknown {
  if ('gates' in outcome) return outcome.gates;
  // The wall-clock time of the next retry of a failed step. A step that waits for an operator has none.
  if (outcome.code === 'nothing_to_advance') return retryAt && { retryAt: retryAt.toISOString() };
  if (outcome.code === 'invalid_transition' && body.kind === 'simulate') return { from: simulationStates(body) };
  return null;
}

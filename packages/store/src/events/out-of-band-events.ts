import { countRows, type Store } from '../database/store.ts';

/** Records what an operator does beside the commands on a case, and why, for the audit trail. */
export async function recordOperatorEvent(
  store: Store,
  {
    caseId,
    operator,
    command,
    reason,
  }: { caseId: string; operator: string; command: string; reason?: string | undefined },
): Promise<void> {
  const said = JSON.stringify({ operator, command, ...(reason !== undefined && { reason }) });
  await countRows(store)`SELECT "recordOperatorAction"(${caseId}, ${said}::jsonb)`;
}

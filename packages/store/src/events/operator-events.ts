import { prismaOf, type Store } from '../database/store.ts';
import { recordOutOfBandEvent } from './out-of-band-events.ts';

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
  const detail = { operator, command, ...(reason !== undefined && { reason }) };
  await recordOutOfBandEvent(prismaOf(store), { caseId, action: 'operator_action', detail });
}

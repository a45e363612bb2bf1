import type { Store } from '../store.ts';
import { recordEventBeside } from './events-beside.ts';

/** What an operator does beside the workflow of a case, and why: for the audit trail alone, with the operator's name. */
export async function recordOperatorEvent(
  { prisma }: Store,
  {
    caseId,
    operator,
    command,
    reason,
  }: { caseId: string; operator: string; command: string; reason?: string | undefined },
): Promise<void> {
  const detail = { operator, command, ...(reason !== undefined && { reason }) };
  await recordEventBeside(prisma, { caseId, action: 'operator_action', detail });
}

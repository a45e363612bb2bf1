import { newId } from '../ids.ts';
import type { Store } from '../store.ts';

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
  await record({ prisma }, { caseId, action: 'operator_action', detail });
}

/** An operator looks at what tells of the tenant. To be called before anything of it is read. */
export async function recordOperatorView(
  { prisma }: Store,
  { caseId, operator }: { caseId: string; operator: string },
): Promise<void> {
  await record({ prisma }, { caseId, action: 'tenant_data_viewed', detail: { what: 'case', operator } });
}

async function record(
  { prisma }: Pick<Store, 'prisma'>,
  event: { caseId: string; action: 'operator_action' | 'tenant_data_viewed'; detail: Record<string, string> },
): Promise<void> {
  await prisma.caseEvent.create({
    data: { id: newId('event'), actorType: 'platform', internal: true, createdAt: new Date(), ...event },
    select: { id: true },
  });
}

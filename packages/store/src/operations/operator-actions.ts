import type { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { firstRow, prismaOf, type Store } from '../database/store.ts';

/** A write of the operators' command line, without tenant data. */
export interface OperatorAction {
  operator: string;
  identifiedBy: 'oidc' | 'certificate' | 'declared';
  /** For example `attorney license`. */
  command: string;
  /** The id of its subject; null if the command creates it. */
  subject: string | null;
  detail: Record<string, unknown> | null;
  /** It is only proposed: another operator has to confirm it. */
  outcome?: 'proposed';
  /** The proposal of another operator that it confirms. */
  confirms?: string;
}

/** Records a write before it happens, so that none is without its operator. Returns the id of the record. */
export async function beginOperatorAction(store: Store, action: OperatorAction): Promise<string> {
  const { detail, ...rest } = action;
  const id = newId('operatorAction');
  await prismaOf(store).operatorAction.create({
    data: { id, ...rest, ...(detail && { detail: detail as Prisma.InputJsonObject }) },
    select: { id: true },
  });
  return id;
}

/**
 * The newest proposal of such a write that can still be confirmed; null if there is none. A trigger of the table decides
 * whether this operator may, and of several confirmations exactly one is recorded.
 */
export async function findProposal(
  store: Store,
  { command, subject, detail, identifiedBy }: Pick<OperatorAction, 'command' | 'subject' | 'detail' | 'identifiedBy'>,
): Promise<{ id: string; operator: string; endsAt: Date } | null> {
  return firstRow<{ id: string; operator: string; endsAt: Date }>(store)`
    SELECT id, operator, "createdAt" + interval '1 day' AS "endsAt" FROM "OperatorAction" p
    WHERE subject = ${subject} AND command = ${command} AND detail = ${JSON.stringify(detail)}::jsonb
      AND "identifiedBy" = ${identifiedBy} AND outcome = 'proposed' AND "createdAt" > clock_timestamp() - interval '1 day'
      AND NOT EXISTS (SELECT FROM "OperatorAction" c WHERE c.confirms = p.id)
    ORDER BY "createdAt" DESC, id DESC LIMIT 1`;
}

/** Records how the write ended: `done`, or an error code. `subject` is the id of what it created. */
export async function endOperatorAction(
  store: Store,
  id: string,
  { outcome, subject }: { outcome: string; subject?: string },
): Promise<void> {
  await prismaOf(store).operatorAction.update({
    where: { id },
    data: { outcome, ...(subject !== undefined && { subject }) },
    select: { id: true },
  });
}

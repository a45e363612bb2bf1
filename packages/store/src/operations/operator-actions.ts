import type { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { prismaOf, type Store } from '../database/store.ts';

/** A write of the operators' command line. Nothing of it may tell of a tenant. */
export interface OperatorAction {
  /** The operator's name. */
  operator: string;
  /** For example `attorney license`. */
  command: string;
  /** The id of what it is done to; null where that is still to be made. */
  subject: string | null;
  detail: Record<string, unknown> | null;
}

/** Records a write before it is done, so that none is without its operator; gives the id of the record. */
export async function beginOperatorAction(store: Store, action: OperatorAction): Promise<string> {
  const { detail, ...rest } = action;
  const id = newId('operatorAction');
  await prismaOf(store).operatorAction.create({
    data: { id, ...rest, ...(detail && { detail: detail as Prisma.InputJsonObject }) },
    select: { id: true },
  });
  return id;
}

/** Records how the write ended: `done`, or the code of what was in its way. `subject` is what it was done to. */
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

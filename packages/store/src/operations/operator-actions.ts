import type { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { prismaOf, type Store } from '../database/store.ts';

/** A write of the operators' command line, without tenant data. */
export interface OperatorAction {
  operator: string;
  identifiedBy: 'oidc' | 'certificate' | 'declared';
  /** For example `attorney license`. */
  command: string;
  /** The id of its subject; null if the command creates it. */
  subject: string | null;
  detail: Record<string, unknown> | null;
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

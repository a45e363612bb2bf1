import type { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import type { Store } from '../store.ts';

/** The free text of a command to a live case; each command has those of its own. It may name the tenant. */
export interface CommandText {
  /** Of a review, or a message to the customer. */
  notes?: string;
  /** Why an operator does it, or why service failed. */
  reason?: string;
  /** The law that sets the end of a notice period. */
  citation?: string;
  envelopeId?: string;
  courtCaseNumber?: string;
  /** What the court said, beside its codes. */
  rejectionReasons?: { code: string; description: string }[];
  /** Of an attached document. */
  filename?: string;
}

/**
 * Keeps the text of a command before the command is sent, which then carries the answered id alone: nothing of the
 * text comes near Temporal. One of that id is left as it is. For a case whose details were erased none is kept: it takes
 * no command.
 */
export async function keepCommandText(
  { prisma }: Store,
  { caseId, text, uuid }: { caseId: string; text: CommandText; uuid?: string },
): Promise<string> {
  const id = newId('commandText', uuid);
  await prisma.$executeRaw`
    INSERT INTO "CommandText" (id, "caseId", text)
    SELECT ${id}, c.id, ${JSON.stringify(text)}::jsonb FROM "Case" c WHERE c.id = ${caseId} AND c."erasedAt" IS NULL FOR KEY SHARE
    ON CONFLICT (id) DO NOTHING`;
  return id;
}

/** Forgets the text of a command that was refused: it belongs to nothing. */
export async function dropCommandText({ prisma }: Store, id: string): Promise<void> {
  await prisma.commandText.deleteMany({ where: { id } });
}

/** The text of a command; empty for one that has none, null where the one that it has is not there. */
export async function loadCommandText(
  transaction: Prisma.TransactionClient,
  { caseId, textId }: { caseId: string; textId?: string },
): Promise<CommandText | null> {
  if (textId === undefined) return {};
  const kept = await transaction.commandText.findUnique({ where: { id: textId, caseId } });
  return kept && (kept.text as unknown as CommandText);
}

import { asGiven, type Authority, type GivenCommand } from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import { prismaOf, type Store } from '../../database/store.ts';
import type { Transaction } from '../../database/transactions.ts';

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

/** A command that is about to be sent. `id` is the id of the Update that will carry it. */
export interface NewCommand {
  id: string;
  caseId: string;
  command: GivenCommand;
  text?: CommandText;
}

/** A command as its author's own process wrote it. */
export interface WrittenCommand {
  content: unknown;
  text: CommandText;
}

/** A role that may not write into the table of its authority cannot issue such commands. */
const tables: Readonly<Record<Authority, Prisma.Sql>> = {
  attorney: Prisma.raw('"AttorneyCommand"'),
  operator: Prisma.raw('"OperatorCommand"'),
};

/**
 * Writes down what an attorney or an operator asks, with its free text, before the command is sent: the transition is
 * recorded only where this row says the same. A command that is sent again keeps its first row. None is kept for a case
 * whose details were erased: it takes no command.
 */
export async function writeCommand(
  store: Store,
  authority: Authority,
  { id, caseId, command, text = {} }: NewCommand,
): Promise<void> {
  const [content, texts] = [JSON.stringify(asGiven(command)), JSON.stringify(text)];
  await prismaOf(store).$executeRaw`
    INSERT INTO ${tables[authority]} (id, "caseId", content, text)
    SELECT ${id}, c.id, ${content}::jsonb, ${texts}::jsonb
    FROM "Case" c WHERE c.id = ${caseId} AND c."erasedAt" IS NULL FOR KEY SHARE
    ON CONFLICT (id) DO NOTHING`;
}

/** Deletes a command that was refused: it authorizes nothing any more, and its text belongs to nothing. */
export async function dropCommand(store: Store, authority: Authority, id: string): Promise<void> {
  await prismaOf(store).$executeRaw`DELETE FROM ${tables[authority]} WHERE id = ${id}`;
}

/** The command of this id that was written for this case; null where there is none. */
export async function findWrittenCommand(
  transaction: Transaction,
  authority: Authority,
  { id, caseId }: { id: string; caseId: string },
): Promise<WrittenCommand | null> {
  const rows = await transaction.$queryRaw<WrittenCommand[]>`
    SELECT content, text FROM ${tables[authority]} WHERE id = ${id} AND "caseId" = ${caseId}`;
  return rows[0] ?? null;
}

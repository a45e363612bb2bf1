import { asGiven, type Author, type GivenCommand, type WrittenCommand } from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import { prismaOf, type Store } from '../../database/store.ts';
import type { Transaction } from '../../database/transactions.ts';

/** What a command says that Temporal must not see. It may name the tenant. */
export interface CommandText {
  /** Of a review, or a message to the customer. */
  notes?: string;
  /** Why it is done, or why service failed. */
  reason?: string;
  /** The law that determines the end of a notice period, or a reported deadline. */
  citation?: string;
  /** Of a reported deadline. */
  name?: string;
  /** Of a reported fact. */
  detail?: string;
  /** Of a judgment, in cents. */
  amountCents?: number;
  costsCents?: number;
  /** On whose word an operator acts. */
  onWordOf?: string;
  envelopeId?: string;
  courtCaseNumber?: string;
  /** The court's explanations, beside its codes. */
  rejectionReasons?: { code: string; description: string }[];
  /** Of an attached document. */
  filename?: string;
}

/** A command to be sent. `id` is the id of its Update. */
export interface NewCommand {
  id: string;
  caseId: string;
  command: GivenCommand | WrittenCommand;
  text?: CommandText;
}

/** A command as written by the process of its author. */
export interface CommandOnFile {
  content: unknown;
  text: CommandText;
}

/** A role without write access to the table of an author cannot issue their commands. */
const tables: Readonly<Record<Author, Prisma.Sql>> = {
  attorney: Prisma.raw('"AttorneyCommand"'),
  operator: Prisma.raw('"OperatorCommand"'),
  customer: Prisma.raw('"CustomerCommand"'),
};

/**
 * Stores a command of an attorney, operator or customer with its free text before it is sent: its transition is recorded only if
 * it matches this row. A command that is sent again keeps its first row. Stores nothing for an erased case, which takes
 * no commands.
 */
export async function writeCommand(
  store: Store,
  author: Author,
  { id, caseId, command, text = {} }: NewCommand,
): Promise<void> {
  const [content, texts] = [JSON.stringify(asGiven(command)), JSON.stringify(text)];
  await prismaOf(store).$executeRaw`
    INSERT INTO ${tables[author]} (id, "caseId", content, text)
    SELECT ${id}, c.id, ${content}::jsonb, ${texts}::jsonb
    FROM "Case" c WHERE c.id = ${caseId} AND c."erasedAt" IS NULL FOR KEY SHARE
    ON CONFLICT (id) DO NOTHING`;
}

/** Deletes a refused command and its text. */
export async function deleteCommand(store: Store, author: Author, id: string): Promise<void> {
  await prismaOf(store).$executeRaw`DELETE FROM ${tables[author]} WHERE id = ${id}`;
}

/** The command with this id that was written for this case; null if there is none. */
export async function findWrittenCommand(
  transaction: Transaction,
  author: Author,
  { id, caseId }: { id: string; caseId: string },
): Promise<CommandOnFile | null> {
  const rows = await transaction.$queryRaw<CommandOnFile[]>`
    SELECT content, text FROM ${tables[author]} WHERE id = ${id} AND "caseId" = ${caseId}`;
  return rows[0] ?? null;
}

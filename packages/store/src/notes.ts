import type { NoteWriter } from '@evict/case-model';
import { recordMessageMails } from './mails/record-case-mails.ts';
import { Prisma } from './generated/client.ts';
import { newId } from './ids.ts';
import { inTransaction, poolOf, type Store } from './database/store.ts';
import { assignedTo } from './attorney-desk/assigned-cases.ts';
import { batchSize } from './cases/reads.ts';
import type { AssignedCase } from './cases/types.ts';

export interface NoteRow {
  id: string;
  writtenBy: NoteWriter;
  body: string;
  createdAt: Date;
}

/** A new message. `operatorsAddress` receives the mail while no attorney is assigned. */
type NewNote = { caseId: string; body: string } & (
  | { writtenBy: 'customer'; operatorsAddress: string }
  | { writtenBy: 'attorney'; attorneyId: string }
  | { writtenBy: 'platform' }
);

export interface CreatedNote extends NoteRow {
  /** Whether mail to the other side was recorded: its outbox is to be woken. */
  isMailed: boolean;
}

/**
 * Creates a message on a case, with the mails that announce it. Does nothing if the id exists. Returns null if the
 * details of the case were erased, or the case is another attorney's by then.
 */
export async function createNote(store: Store, note: NewNote, id: string = newId('note')): Promise<CreatedNote | null> {
  const { caseId, writtenBy, body } = note;
  const isTheirs = writtenBy === 'attorney' ? Prisma.sql`c."attorneyId" = ${note.attorneyId}` : Prisma.sql`true`;
  return inTransaction(store, 'createNote', caseId, async (transaction) => {
    // The lock waits for a running erasure or reassignment, so that no message follows it.
    const isNew = await transaction.$executeRaw`
      INSERT INTO "Note" (id, "caseId", "writtenBy", body)
      SELECT ${id}, c.id, ${writtenBy}, ${body} FROM "Case" c
      WHERE c.id = ${caseId} AND c."erasedAt" IS NULL AND ${isTheirs} FOR SHARE
      ON CONFLICT (id) DO NOTHING`;
    const kept = await transaction.note.findUnique({ where: { id }, select: { createdAt: true } });
    if (!kept) return null;
    const isMailed = isNew > 0 && (await recordMessageMails(transaction, note));
    return { id, writtenBy, body, createdAt: kept.createdAt, isMailed };
  });
}

/** The messages on a case, oldest first, in batches of one short query each. */
export function listNotes(store: Store, caseId: string): AsyncGenerator<NoteRow[], void, undefined> {
  return noteBatches(store, { name: 'case-notes', text: noteBatch(), values: [caseId] });
}

/** The same for an attorney, and only while the case is assigned to them. */
export function listAssignedNotes(
  store: Store,
  { attorneyId, caseId }: AssignedCase,
): AsyncGenerator<NoteRow[], void, undefined> {
  const condition = `AND EXISTS (SELECT FROM "Case" c WHERE ${assignedTo('$4')})`;
  return noteBatches(store, { name: 'attorney-notes', text: noteBatch(condition), values: [caseId, attorneyId] });
}

const noteBatch = (condition = '') => `SELECT id, "writtenBy", body, "createdAt" FROM "Note"
  WHERE "caseId" = $1 AND ("createdAt", id) > ($2::timestamptz, $3) ${condition}
  ORDER BY "createdAt", id LIMIT ${batchSize}`;

async function* noteBatches(
  store: Store,
  { name, text, values: [caseId, ...others] }: { name: string; text: string; values: string[] },
): AsyncGenerator<NoteRow[], void, undefined> {
  for (let after = { createdAt: new Date(0), id: '' }; ;) {
    const values = [caseId, after.createdAt, after.id, ...others];
    const { rows } = await poolOf(store).query<NoteRow>({ name, text, values });
    after = rows.at(-1) ?? after;
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
  }
}

export function presentNote({ id, writtenBy, body, createdAt }: NoteRow) {
  const author: 'customer' | 'service' = writtenBy === 'customer' ? 'customer' : 'service';
  return { id, author, writtenBy, body, createdAt: createdAt.toISOString() };
}

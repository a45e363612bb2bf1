import type { NoteWriter } from '@evict/case-model';
import { currentAuthorId } from './audit/origin.ts';
import { recordMessageMails } from './mails/record-case-mails.ts';
import { Prisma } from './generated/client.ts';
import { newId } from './ids.ts';
import { allRows, inTransaction, raw, type Store } from './database/store.ts';
import { batchSize, inBatches } from './database/batches.ts';
import { accessTo, isAssigned, isInScope, type Listed } from './cases/assigned.ts';
import type { Scope } from './cases/types.ts';
import { recordMessage } from './webhooks/record-deliveries.ts';

export interface NoteRow {
  id: string;
  writtenBy: NoteWriter;
  /**
   * The user, API key or attorney who wrote it. Null for an operator's message, and for changes that an attorney
   * requested in a review.
   */
  authorId: string | null;
  body: string;
  createdAt: Date;
}

/** A new message. `operatorsAddress` receives the email if the case has no attorney. */
type NewNote = { caseId: string; body: string } & (
  | { writtenBy: 'customer'; scope: Scope; operatorsAddress: string }
  | { writtenBy: 'attorney'; attorneyId: string }
  | { writtenBy: 'platform' }
);

/**
 * Creates a message on a case and queues the emails about it. Has no effect if the id exists. Returns null if the case
 * is erased, is outside the scope, or has been reassigned to another attorney.
 */
export async function createNote(store: Store, note: NewNote, id: string = newId('note')): Promise<NoteRow | null> {
  const { caseId, writtenBy, body } = note;
  return inTransaction(store, 'createNote', caseId, async (transaction) => {
    // The lock waits for a running erasure or reassignment, so that no message is written after it.
    const isNew = await transaction.$executeRaw`
      INSERT INTO "Note" (id, "caseId", "writtenBy", "authorId", body)
      SELECT ${id}, c.id, ${writtenBy}, ${currentAuthorId()}, ${body} FROM "Case" c
      WHERE ${isWritableBy(note)} AND c."erasedAt" IS NULL FOR NO KEY UPDATE
      ON CONFLICT (id) DO NOTHING`;
    const kept = await transaction.note.findUnique({
      where: { id, caseId },
      select: { createdAt: true, authorId: true },
    });
    if (!kept) return null;
    if (isNew === 0) return { id, writtenBy, body, ...kept };
    await recordMessage(transaction, caseId, 'note_added');
    await recordMessageMails(transaction, { ...note, createdAt: kept.createdAt });
    return { id, writtenBy, body, ...kept };
  });
}

/** An SQL condition: `c` is the message's case, and the writer may add messages to it. */
function isWritableBy(note: NewNote): Prisma.Sql {
  if (note.writtenBy === 'platform') return Prisma.sql`c.id = ${note.caseId}`;
  return note.writtenBy === 'customer' ? isInScope(note) : isAssigned(note);
}

/** Yields the messages on a case, oldest first. */
export function listNotes(store: Store, listed: Listed): AsyncGenerator<NoteRow[], void, undefined> {
  const { caseId, isVisible } = accessTo(listed);
  return inBatches((last) => {
    const { createdAt, id } = last ?? { createdAt: new Date(0), id: '' };
    return allRows<NoteRow>(store)`
      SELECT id, "writtenBy", "authorId", body, "createdAt" FROM "Note"
      WHERE "caseId" = ${caseId} AND ("createdAt", id) > (${createdAt}::timestamptz, ${id}) AND ${isVisible}
      ORDER BY "createdAt", id LIMIT ${raw(batchSize)}`;
  });
}

export function presentNote({ id, writtenBy, authorId, body, createdAt }: NoteRow) {
  const author: 'customer' | 'service' = writtenBy === 'customer' ? 'customer' : 'service';
  return { id, author, writtenBy, authorId, body, createdAt: createdAt.toISOString() };
}

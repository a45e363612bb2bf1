import { recordNoteMail } from '../case-mails/record.ts';
import { newId } from '../ids.ts';
import type { Store } from '../store.ts';

export interface NoteRow {
  id: string;
  author: 'customer' | 'service';
  body: string;
  createdAt: Date;
}

/** A message to be kept. `operatorsAddress`: who hears of it while no attorney is engaged. */
type NewNote = { caseId: string; body: string } & (
  | { author: 'customer'; operatorsAddress: string }
  | { author: 'service' }
);

export interface KeptNote extends NoteRow {
  /** The mails that tell the other side; start them. */
  mailIds: string[];
}

/**
 * Keeps a message on a case, with the mails that tell of it; one of that id is left as it is, and told of once. Null
 * where the details of the case were erased.
 */
export async function createNote(
  { prisma }: Store,
  note: NewNote,
  id: string = newId('note'),
): Promise<KeptNote | null> {
  const { caseId, author, body } = note;
  return prisma.$transaction(async (transaction) => {
    // The lock waits for an erasure under way: no message comes after it.
    const isNew = await transaction.$executeRaw`
      INSERT INTO "Note" (id, "caseId", author, body)
      SELECT ${id}, c.id, ${author}, ${body} FROM "Case" c WHERE c.id = ${caseId} AND c."erasedAt" IS NULL FOR KEY SHARE
      ON CONFLICT (id) DO NOTHING`;
    const kept = await transaction.note.findUnique({ where: { id }, select: { createdAt: true } });
    if (!kept) return null;
    const mailIds = isNew ? await recordNoteMail(transaction, note) : [];
    return { id, author, body, createdAt: kept.createdAt, mailIds };
  });
}

/** The messages on a case, oldest first. */
export async function listNotes({ prisma }: Store, caseId: string): Promise<NoteRow[]> {
  const notes = await prisma.note.findMany({
    where: { caseId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, author: true, body: true, createdAt: true },
  });
  return notes.map((note) => ({ ...note, author: note.author as NoteRow['author'] }));
}

export function presentNote({ id, author, body, createdAt }: NoteRow) {
  return { id, author, body, createdAt: createdAt.toISOString() };
}

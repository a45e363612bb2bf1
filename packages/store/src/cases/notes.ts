import { newId } from '../ids.ts';
import type { Store } from '../store.ts';

export interface NoteRow {
  id: string;
  author: 'customer' | 'service';
  body: string;
  createdAt: Date;
}

/** Keeps a message on a case; one of that id is left as it is. */
export async function createNote(
  { prisma }: Store,
  { caseId, author, body }: { caseId: string; author: NoteRow['author']; body: string },
  id: string = newId('note'),
): Promise<NoteRow> {
  await prisma.note.createMany({ data: [{ id, caseId, author, body }], skipDuplicates: true });
  const { createdAt } = await prisma.note.findUniqueOrThrow({ where: { id }, select: { createdAt: true } });
  return { id, author, body, createdAt };
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

import type { AttachmentKind } from '@evict/case-model';
import { prismaOf, type Store } from '../database/store.ts';
import { type CaseFullness, fullness, runAlone, type StoredBounds } from '../cases/stored-bounds.ts';
import type { DocumentRow } from '../cases/types.ts';

// Documents that an attorney or operator attaches to a live case: papers to serve or file, and proofs.

/**
 * Returns why a document can't be attached, or null if it can. `not_attached` means that a document in `replaces` isn't
 * a current attachment of this kind. Reserves no space, so concurrent attachments can together exceed the limits.
 */
export async function attachmentRefusal(
  store: Store,
  {
    caseId,
    kind,
    sizeBytes,
    replaces,
  }: { caseId: string; kind: AttachmentKind; sizeBytes: number; replaces: string[] },
  bounds: StoredBounds,
): Promise<'not_attached' | CaseFullness | null> {
  const where = { id: { in: replaces }, ...attached(caseId, kind) };
  const areAttached =
    replaces.length === 0 || (await prismaOf(store).document.count({ where })) === new Set(replaces).size;
  return areAttached ? fullness(runAlone(store), caseId, sizeBytes, bounds) : 'not_attached';
}

/** Returns the ids of a case's current attached documents with this kind and filename. */
export async function listAttachedDocumentIds(
  store: Store,
  { caseId, kind, filename }: { caseId: string; kind: AttachmentKind; filename: string },
): Promise<string[]> {
  const where = { filename, ...attached(caseId, kind) };
  return (await prismaOf(store).document.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** Returns a document of a case without checking the caller's access. Throws if there is no such document. */
export async function getDocument(store: Store, caseId: string, id: string): Promise<DocumentRow> {
  return (await prismaOf(store).document.findUniqueOrThrow({ where: { id, caseId } })) as unknown as DocumentRow;
}

function attached(caseId: string, kind: AttachmentKind) {
  return { caseId, kind, specId: null, purpose: null, superseded: false } as const;
}

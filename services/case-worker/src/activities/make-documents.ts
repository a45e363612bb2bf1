import type { CaseFacts, ServiceMethod } from '@evict/case-model';
import { type BlobStore, documentSpecs, type DocumentSpecId, renderDocument } from '@evict/documents';
import { dateOf, packByVersion } from '@evict/jurisdictions';
import { type Exhibit, listExhibits, type Store } from '@evict/store';
import type { DocumentJob, MadeDocument, WorkActivities } from '@evict/temporal/messages';
import { heartbeat } from '@temporalio/activity';
import { withoutValues } from './failures.ts';

interface Dependencies {
  store: Store;
  blobs: BlobStore;
}

/** Renders each document from the frozen facts and stores its bytes; the row that names them comes with the transition. */
export function createMakeDocuments({ store, blobs }: Dependencies): WorkActivities['makeDocuments'] {
  return (job) =>
    withoutValues(
      async () => {
        const { facts } = await store.prisma.case.findUniqueOrThrow({
          where: { id: job.caseId },
          select: { facts: true },
        });
        const exhibits = await listExhibits(store.prisma, job.caseId);
        const made: MadeDocument[] = [];
        for (const order of job.orders) {
          heartbeat();
          made.push(await makeOne(blobs, job, order, facts as unknown as CaseFacts, exhibits));
        }
        return made;
      },
      { nonRetryable: true },
    );
}

async function makeOne(
  blobs: BlobStore,
  { caseId, notice, packVersions, caseTime }: DocumentJob,
  { specId, revision, service, documentId }: DocumentJob['orders'][number],
  facts: CaseFacts,
  exhibits: Exhibit[],
): Promise<MadeDocument> {
  const id = specId as DocumentSpecId;
  const today = dateOf(caseTime);
  const rendered = await renderDocument({
    specId: id,
    caseId,
    facts,
    preparedOn: today,
    revision,
    pack: packByVersion(packVersions.jurisdiction, packVersions.rules),
    notice: notice && { ...notice, method: notice.method as ServiceMethod },
    service: service && { ...service, servedDate: today },
    exhibits,
  });
  // Of the bytes that are kept: a try before this one may have stored its own.
  const contentHash = await blobs.put(caseId, documentId, rendered);
  const { kind, filename } = documentSpecs[id];
  return {
    id: documentId,
    kind,
    specId,
    filename,
    contentType: 'application/pdf',
    contentHash,
    sizeBytes: rendered.length,
  };
}

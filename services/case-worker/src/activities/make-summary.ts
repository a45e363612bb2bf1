import type { CaseFacts, GateResults } from '@evict/case-model';
import { type BlobStore, caseSummarySpec, renderCaseSummary } from '@evict/documents';
import { dateOf } from '@evict/jurisdictions';
import { listExhibits, type Store } from '@evict/store';
import type { WorkActivities } from '@evict/temporal/messages';
import { withoutValues } from './failures.ts';

interface Dependencies {
  store: Store;
  blobs: BlobStore;
}

/**
 * The summary of a live case as it is now. Its version is read before its exhibits: a file that comes in between is
 * printed already, and the version tells that another summary is due.
 */
export function createMakeSummary({ store, blobs }: Dependencies): WorkActivities['makeSummary'] {
  return ({ caseId, documentId, stage, revision, caseTime }) =>
    withoutValues(
      async () => {
        const row = await store.prisma.case.findUniqueOrThrow({
          where: { id: caseId },
          select: { facts: true, gates: true, factsVersion: true },
        });
        const rendered = await renderCaseSummary({
          caseId,
          stage,
          revision,
          preparedOn: dateOf(caseTime),
          facts: row.facts as unknown as CaseFacts,
          gates: row.gates as unknown as GateResults,
          exhibits: await listExhibits(store.prisma, caseId),
        });
        const { kind, specId, filename } = caseSummarySpec;
        const document = {
          id: documentId,
          kind,
          specId,
          filename,
          contentType: 'application/pdf',
          // Of the bytes that are kept: a try before this one may have stored its own.
          contentHash: await blobs.put(caseId, documentId, rendered),
          sizeBytes: rendered.length,
        };
        return { document, factsVersion: row.factsVersion };
      },
      { nonRetryable: true },
    );
}

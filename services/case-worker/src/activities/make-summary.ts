import type { CaseFacts, GateResults } from '@evict/case-model';
import { type BlobStore, caseSummarySpec } from '@evict/documents';
import { dateOf } from '@evict/jurisdictions';
import { listExhibits } from '@evict/store';
import type { WorkActivities } from '@evict/temporal/case-activities';
import { renderAndKeep, type RenderingDependencies } from './render-and-keep.ts';

interface Dependencies extends RenderingDependencies {
  blobs: BlobStore;
}

/**
 * The summary of a live case as it is now. Its version is read before its exhibits: a file that comes in between is
 * printed already, and the version tells that another summary is due.
 */
export function createMakeSummary(deps: Dependencies): WorkActivities['makeSummary'] {
  const { store, blobs } = deps;
  return ({ caseId, documentId, stage, revision, caseTime }) =>
    renderAndKeep(deps, caseId, {
      async render(render) {
        const row = await store.prisma.case.findUniqueOrThrow({
          where: { id: caseId },
          select: { facts: true, gates: true, factsVersion: true },
        });
        const request = {
          caseId,
          stage,
          revision,
          preparedOn: dateOf(caseTime),
          facts: row.facts as unknown as CaseFacts,
          gates: row.gates as unknown as GateResults,
          exhibits: await listExhibits(store.prisma, caseId),
        };
        return { bytes: await render({ kind: 'summary', request }), factsVersion: row.factsVersion };
      },
      async keep({ bytes, factsVersion }) {
        const { kind, specId, filename } = caseSummarySpec;
        const document = {
          id: documentId,
          kind,
          specId,
          filename,
          contentType: 'application/pdf',
          // Of the bytes that are kept: an attempt before this one may have stored its own.
          contentHash: await blobs.put(caseId, documentId, bytes),
          sizeBytes: bytes.length,
        };
        return { document, factsVersion };
      },
    });
}

import type { BlobStore } from '@evict/store/bytes';
import { getSummaryInputs } from '@evict/store/cases';
import { caseSummarySpec } from '@evict/documents';
import { dateOf } from '@evict/jurisdictions';
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
        const { factsVersion, ...inputs } = await getSummaryInputs(store, caseId);
        const request = { caseId, stage, revision, preparedOn: dateOf(caseTime), ...inputs };
        return { bytes: await render({ kind: 'summary', request }), factsVersion };
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

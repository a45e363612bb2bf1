import type { BlobStore } from '@evict/store/bytes';
import { getSummaryHistory, getSummaryInputs } from '@evict/store/cases';
import { caseSummarySpec } from '@evict/documents';
import { dateOf } from '@evict/jurisdictions';
import type { WorkActivities } from '@evict/temporal/case-activities';
import { renderAndKeep, type RenderingDependencies } from './render-and-keep.ts';

interface Dependencies extends RenderingDependencies {
  blobs: BlobStore;
}

/**
 * Makes the current summary of a live case. The version is read before the exhibits: a file added in between is already
 * printed, and the version shows that a new summary is due.
 */
export function createMakeSummary(deps: Dependencies): WorkActivities['makeSummary'] {
  const { store, blobs } = deps;
  return ({ caseId, documentId, stage, revision, caseTime }) =>
    renderAndKeep(deps, caseId, {
      async render(render) {
        const { factsVersion, ...inputs } = await getSummaryInputs(store, caseId);
        const { facts } = inputs;
        const history = stage === 'filing' ? { history: await getSummaryHistory(store, { caseId, facts }) } : {};
        const request = { caseId, stage, revision, preparedOn: dateOf(caseTime), ...inputs, ...history };
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
          // Describes the stored bytes, which may be those of an earlier attempt.
          contentHash: await blobs.put(caseId, documentId, bytes),
          sizeBytes: bytes.length,
        };
        return { document, factsVersion };
      },
    });
}

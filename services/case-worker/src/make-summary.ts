import type { CaseRecord, DocumentOrder, NewDocument } from '@evict/case-model';
import { caseSummarySpec } from '@evict/papers';
import { dateOf } from '@evict/jurisdictions';
import type { BlobStore } from '@evict/store/bytes';
import { getSummaryHistory } from '@evict/store/events';
import { getSummaryInputs } from '@evict/store/decisions';
import { keepPdf } from './keep-pdf.ts';
import { type Rendering, withRenderer } from './with-renderer.ts';

/**
 * Makes the current summary of a live case. The facts version is read before the exhibits. So if a file is added in
 * between, the summary already lists it, but the older version still causes a new summary.
 */
export async function makeSummary(
  deps: Rendering & { blobs: BlobStore },
  { record, order, caseTime }: { record: CaseRecord; order: DocumentOrder; caseTime: number },
): Promise<{ document: NewDocument; factsVersion: number }> {
  const { caseId, organizationId } = record;
  const { stage, revision } = order;
  if (!stage) throw new Error('a summary must name the stage under review');
  const { bytes, factsVersion } = await withRenderer(deps, organizationId, async (render) => {
    const { factsVersion: printed, ...inputs } = await getSummaryInputs(deps.store, caseId);
    const { facts } = inputs;
    const history = stage === 'filing' ? { history: await getSummaryHistory(deps.store, { caseId, facts }) } : {};
    const request = { caseId, stage, revision, preparedOn: dateOf(caseTime), ...inputs, ...history };
    return { bytes: await render({ kind: 'summary', request }), factsVersion: printed };
  });
  const { kind, specId, filename } = caseSummarySpec;
  return { document: await keepPdf(deps.blobs, caseId, { kind, specId, filename }, bytes), factsVersion };
}

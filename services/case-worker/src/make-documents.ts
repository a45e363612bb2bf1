import { type CaseFacts, type CaseRecord, type DocumentOrder, type NewDocument } from '@evict/case-model';
import type { Render } from '@evict/papers';
import { dateOf, documentOf, documentTemplates, packByVersion, type RulePack } from '@evict/jurisdictions';
import type { BlobStore } from '@evict/store/bytes';
import type { Exhibit } from '@evict/store/documents';
import { type DocumentInputs, getDocumentInputs } from '@evict/store/decisions';
import { keepPdf } from './keep-pdf.ts';
import { type Rendering, withRenderer } from './with-renderer.ts';

/** Documents to make for a sandbox case. Times are epoch milliseconds on the case's clock. */
export interface DocumentJob {
  record: CaseRecord;
  orders: readonly DocumentOrder[];
  caseTime: number;
}

/** Renders each document from the frozen facts and stores its bytes. Throws the errors that `withRenderer` throws. */
export async function makeDocuments(deps: Rendering & { blobs: BlobStore }, job: DocumentJob): Promise<NewDocument[]> {
  if (job.orders.length === 0) return [];
  const { caseId, organizationId } = job.record;
  const rendered = await withRenderer(deps, organizationId, async (render) => {
    const inputs = await getDocumentInputs(deps.store, caseId);
    const pages: { order: DocumentOrder; bytes: Buffer }[] = [];
    for (const order of job.orders) pages.push({ order, bytes: await renderOne(render, job, order, inputs) });
    return pages;
  });
  const made: NewDocument[] = [];
  const pack = packOf(job.record);
  for (const { order, bytes } of rendered) made.push(await keepPdf(deps.blobs, caseId, describe(pack, order), bytes));
  return made;
}

function renderOne(
  render: Render,
  { record, caseTime }: DocumentJob,
  { specId, revision, service }: DocumentOrder,
  { facts, exhibits, made, courtCaseNumber }: DocumentInputs,
): Promise<Buffer> {
  const { caseId } = record;
  const today = dateOf(caseTime);
  const pack = packOf(record);
  const served = record.notice ?? record.submission?.priorNotice ?? null;
  const notice = served && { servedDate: served.servedDate, method: served.method, expires: served.expires };
  return render({
    kind: 'document',
    request: {
      specId,
      caseId,
      facts,
      exhibits: [...servedPapers(pack, facts, made), ...exhibits],
      courtCaseNumber,
      preparedOn: today,
      revision,
      pack,
      notice,
      service: service && { ...service, servedDate: today, time: timeOf(caseTime) },
    },
  });
}

/**
 * Returns the newest notice made for the case and its proof of service, as exhibits. Empty if the notice was served
 * before the case was opened here.
 */
function servedPapers(pack: RulePack, { ground, entryPoint }: CaseFacts, made: DocumentInputs['made']): Exhibit[] {
  if (entryPoint !== 'notice') return [];
  const papers = [
    { of: pack.notices[ground].document.id, purpose: 'prior_notice' },
    { of: pack.proofs.notice.id, purpose: 'prior_notice_proof' },
  ] as const;
  return papers.flatMap(({ of, purpose }) => {
    const newest = made.find(({ specId }) => specId === of);
    return newest ? [{ filename: newest.filename, contentHash: newest.contentHash, purpose }] : [];
  });
}

/** Formats the time as `HH:MM` in UTC. */
function timeOf(caseTime: number): string {
  return new Date(caseTime).toISOString().slice(11, 16);
}

function describe(pack: RulePack, { specId }: DocumentOrder): Pick<NewDocument, 'kind' | 'specId' | 'filename'> {
  const { template, filename } = documentOf(pack, specId);
  return { kind: documentTemplates[template].kind, specId, filename };
}

function packOf({ submission }: CaseRecord): RulePack {
  if (!submission?.packVersions) throw new Error('documents can only be made for submitted sandbox cases');
  const { jurisdiction, rules } = submission.packVersions;
  return packByVersion(jurisdiction, rules);
}

import type { CaseFacts, NewDocument, ServiceMethod } from '@evict/case-model';
import type { BlobStore } from '@evict/store/bytes';
import { type DocumentInputs, type Exhibit, getDocumentInputs } from '@evict/store/cases';
import type { Render } from '@evict/documents';
import { dateOf, documentOf, documentTemplates, packByVersion, type RulePack } from '@evict/jurisdictions';
import type { DocumentJob, WorkActivities } from '@evict/temporal/case-activities';
import { renderAndKeep, type RenderingDependencies } from './render-and-keep.ts';

interface Dependencies extends RenderingDependencies {
  blobs: BlobStore;
}

/** Renders each document from the frozen facts and stores its bytes. The transition adds the row that names them. */
export function createMakeDocuments(deps: Dependencies): WorkActivities['makeDocuments'] {
  const { store, blobs } = deps;
  return (job) =>
    renderAndKeep(deps, job.caseId, {
      async render(render) {
        const inputs = await getDocumentInputs(store, job.caseId);
        const rendered: Rendered[] = [];
        for (const order of job.orders) {
          const bytes = await renderOne(render, job, order, inputs);
          rendered.push({ ...order, bytes });
        }
        return rendered;
      },
      async keep(rendered) {
        const made: NewDocument[] = [];
        for (const one of rendered) made.push(await keepOne(blobs, job, one));
        return made;
      },
    });
}

type Order = DocumentJob['orders'][number];
type Rendered = Order & { bytes: Buffer };

function renderOne(
  render: Render,
  { caseId, notice, packVersions, caseTime }: DocumentJob,
  { specId, revision, service }: Order,
  { facts, exhibits, made, courtCaseNumber }: DocumentInputs,
): Promise<Buffer> {
  const today = dateOf(caseTime);
  const pack = packByVersion(packVersions.jurisdiction, packVersions.rules);
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
      notice: notice && { ...notice, method: notice.method as ServiceMethod },
      service: service && { ...service, servedDate: today, time: timeOf(caseTime) },
    },
  });
}

/** The newest notice that the case has served and its proof, as exhibits; none if its notice came before the case. */
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

/** `HH:MM`, UTC. */
function timeOf(caseTime: number): string {
  return new Date(caseTime).toISOString().slice(11, 16);
}

async function keepOne(
  blobs: BlobStore,
  { caseId, packVersions }: DocumentJob,
  { specId, documentId, bytes }: Rendered,
): Promise<NewDocument> {
  const pack = packByVersion(packVersions.jurisdiction, packVersions.rules);
  const { template, filename } = documentOf(pack, specId);
  return {
    id: documentId,
    kind: documentTemplates[template].kind,
    specId,
    filename,
    contentType: 'application/pdf',
    // Describes the stored bytes, which may be those of an earlier attempt.
    contentHash: await blobs.put(caseId, documentId, bytes),
    sizeBytes: bytes.length,
  };
}

import { complaintBlocks } from './complaint.ts';
import type { Block } from './layout/blocks.ts';
import { compose } from './layout/compose.ts';
import { noticeBlocks } from './notice.ts';
import { printableRequest } from './printable-request.ts';
import { proofBlocks } from './proof.ts';
import { documentSpecs, type DocumentRequest, type DocumentSpecId } from './specs.ts';
import { summonsBlocks } from './summons.ts';

/**
 * The bytes of a document as PDF. The same request gives the same bytes, whenever and wherever it is made; another
 * revision or day gives others.
 *
 * @throws UnprintableTextError when a text of the facts holds characters that the typeface cannot draw.
 */
export async function renderDocument(request: DocumentRequest): Promise<Buffer> {
  const printable = printableRequest(request);
  const { specId, caseId, revision, preparedOn } = printable;
  const info = {
    title: documentSpecs[specId].title,
    footer: `Case ${caseId} - Revision ${revision}`,
    date: preparedOn,
    watermark: true,
  };
  return compose(info, contents[specId](printable));
}

const contents: Readonly<Record<DocumentSpecId, (request: DocumentRequest) => Block[]>> = {
  'zz.notice.nonpayment.v1': noticeBlocks,
  'zz.notice.lease_violation.v1': noticeBlocks,
  'zz.notice.holdover.v1': noticeBlocks,
  'zz.complaint.v1': complaintBlocks,
  'zz.summons.v1': summonsBlocks,
  'zz.proof.notice.v1': proofBlocks,
  'zz.proof.summons.v1': proofBlocks,
};

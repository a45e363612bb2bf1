import { documentOf, type DocumentTemplate } from '@evict/jurisdictions';
import { complaintBlocks } from './complaint.ts';
import type { Block } from './layout/blocks.ts';
import { compose } from './layout/compose.ts';
import { noticeBlocks } from './notice.ts';
import { printableRequest } from './printable-request.ts';
import { proofBlocks } from './proof.ts';
import type { DocumentRequest } from './specs.ts';
import { summonsBlocks } from './summons.ts';

/**
 * The bytes of a document as PDF. The same request gives the same bytes in any process; another revision or day gives
 * others.
 *
 * @throws UnprintableTextError when a text of the facts contains characters that the typeface cannot draw.
 */
export async function renderDocument(request: DocumentRequest): Promise<Buffer> {
  const printable = printableRequest(request);
  const { pack, specId, caseId, revision, preparedOn } = printable;
  const { title, template } = documentOf(pack, specId);
  const info = {
    title,
    footer: `Case ${caseId} - Revision ${revision}`,
    date: preparedOn,
    watermark: true,
  };
  return compose(info, contents[template](printable));
}

const contents: Readonly<Record<DocumentTemplate, (request: DocumentRequest) => Block[]>> = {
  notice: noticeBlocks,
  complaint: complaintBlocks,
  summons: summonsBlocks,
  proof: proofBlocks,
};

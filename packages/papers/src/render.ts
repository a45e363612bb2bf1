import { paymentPlace } from '@evict/case-model';
import { documentOf, type DocumentTemplate } from '@evict/jurisdictions';
import { unprintableCharacters } from '@evict/case-model/printable';
import { complaintBlocks } from './complaint.ts';
import type { Block } from './layout/blocks.ts';
import { compose } from './layout/compose.ts';
import { noticeBlocks } from './notice.ts';
import { proofBlocks } from './proof.ts';
import type { DocumentRequest, Exhibit } from './requests.ts';
import { summonsBlocks } from './summons.ts';

/** A text contains characters that the typeface can't draw. Reports the place, never the text. */
export class UnprintableTextError extends Error {
  override readonly name = 'UnprintableTextError';
  /** The path in the facts, as in the input of a case: `parties[0].name`. */
  readonly path: string;

  constructor(path: string) {
    super(`characters that cannot be printed in ${path}`);
    this.path = path;
  }
}

/**
 * Renders a document as PDF and returns its bytes. The same request gives the same bytes in any process; another
 * revision or day gives others. Every text is printed composed (NFC), so that one spelling of a name gives one
 * document. Throws UnprintableTextError for the first text of the facts that contains characters that the typeface
 * can't draw.
 */
export async function renderDocument(request: DocumentRequest): Promise<Buffer> {
  const printed = { ...request, facts: printedFacts(request), exhibits: request.exhibits.map(printedExhibit) };
  const { pack, specId, caseId, revision, preparedOn } = printed;
  const { title, template } = documentOf(pack, specId);
  const info = { title, footer: `Case ${caseId} - Revision ${revision}`, date: preparedOn, watermark: true };
  return compose(info, contents[template](printed));
}

const contents: Readonly<Record<DocumentTemplate, (request: DocumentRequest) => Block[]>> = {
  notice: noticeBlocks,
  complaint: complaintBlocks,
  summons: summonsBlocks,
  proof: proofBlocks,
};

/** The facts that are printed. Of the free text, that is only a line that says where to pay. */
function printedFacts({ facts }: DocumentRequest): DocumentRequest['facts'] {
  const { freeText: _unprinted, ...printed } = facts;
  const paymentAddress = paymentPlace(facts);
  if (paymentAddress !== null) printed.paymentAddress = paymentAddress;
  return composed(printed, '') as DocumentRequest['facts'];
}

function composed(value: unknown, path: string): unknown {
  if (typeof value === 'string') {
    if (unprintableCharacters(value).length > 0) throw new UnprintableTextError(path);
    return value.normalize('NFC');
  }
  if (Array.isArray(value)) return value.map((item, index) => composed(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, composed(item, path === '' ? key : `${path}.${key}`)]),
  );
}

/** Replaces each character that can't be drawn by a box, because the hash identifies the file. */
function printedExhibit(exhibit: Exhibit): Exhibit {
  const filename = Array.from(exhibit.filename.normalize('NFC'), (character) =>
    unprintableCharacters(character).length === 0 ? character : '□',
  );
  return { ...exhibit, filename: filename.join('') };
}

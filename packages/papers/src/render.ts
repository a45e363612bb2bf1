import { paymentPlace } from '@evict/case-model/payment-place';
import { documentOf, type DocumentTemplate } from '@evict/jurisdictions';
import { unprintableCharacters } from '@evict/case-model/printable';
import { complaintBlocks } from './complaint.ts';
import type { Block } from './layout/blocks.ts';
import { compose } from './layout/compose.ts';
import { noticeBlocks } from './notice.ts';
import { proofBlocks } from './proof.ts';
import type { DocumentRequest, Exhibit } from './requests.ts';
import { summonsBlocks } from './summons.ts';

/**
 * Thrown when the facts contain characters that the typeface can't draw. Reports where they are, never the string
 * itself.
 */
export class UnprintableTextError extends Error {
  override readonly name = 'UnprintableTextError';
  /** The path in the case's input, such as `parties[0].name`. */
  readonly path: string;

  constructor(path: string) {
    super(`characters that cannot be printed in ${path}`);
    this.path = path;
  }
}

/**
 * Renders a document as a PDF and returns its bytes. The same request gives the same bytes in any process; another
 * revision or day gives different ones. Strings are normalized to NFC, so different encodings of a name give the same
 * document. Throws UnprintableTextError for the first string in the facts that the typeface can't draw.
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

/** Returns the facts that are printed. Free text is left out, except for a line that says where to pay. */
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

/** Replaces each undrawable character in the filename with a box. The printed hash still identifies the file. */
function printedExhibit(exhibit: Exhibit): Exhibit {
  const filename = Array.from(exhibit.filename.normalize('NFC'), (character) =>
    unprintableCharacters(character).length === 0 ? character : '□',
  );
  return { ...exhibit, filename: filename.join('') };
}

import { paymentPlace, unprintableCharacters } from '@evict/case-model';
import type { DocumentRequest, Exhibit } from './specs.ts';

/** A text contains characters that the typeface cannot draw. Reports the place, never the text. */
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
 * The request as it is printed: every text normalized (NFC), so that one spelling of a name gives one document.
 *
 * @throws UnprintableTextError for the first text of the facts that cannot be printed. Of the free text only a line that says
 * where to pay is printed. File names are, with a box for each undrawable character: their hash identifies the file.
 */
export function printableRequest(request: DocumentRequest): DocumentRequest {
  const { freeText: _unprinted, ...printed } = request.facts;
  const paymentAddress = paymentPlace(request.facts);
  if (paymentAddress !== null) printed.lease = { ...printed.lease, paymentAddress };
  return {
    ...request,
    facts: composed(printed, '') as DocumentRequest['facts'],
    exhibits: request.exhibits.map(printableExhibit),
  };
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

function printableExhibit(exhibit: Exhibit): Exhibit {
  const filename = Array.from(exhibit.filename.normalize('NFC'), (character) =>
    unprintableCharacters(character).length === 0 ? character : '□',
  );
  return { ...exhibit, filename: filename.join('') };
}

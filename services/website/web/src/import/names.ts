const legalForms =
  'llc|l\\.l\\.c\\.|inc|incorporated|lp|llp|ltd|limited|corp|corporation|company|co|trust|partners|properties|holdings';
const entity = new RegExp(`\\b(?:${legalForms})$`, 'i');

/** What joins the names of two people. An alias (a/k/a) is of one. */
const joint = /\s*,?\s+(?:and\/or|and|or|w\/)\s+|\s*[&+|]\s*|(?<!\b[afn]\/?k?)\/(?!k\/a|a\b)/i;
/** A comma joins names too, unless a legal form, a suffix or a title follows. */
const comma = new RegExp(`,(?!\\s*(?:${legalForms}|jr|sr|ii|iii|iv|esq|md|dds|phd|et al|trustee)\\b)`, 'i');
const nobody = /^(?:[-\u2013\u2014]+|none|n\/?a)$/i;

/** Whether a name ends like that of a company or another entity. */
export function isEntity(name: string): boolean {
  return entity.test(name.replaceAll('.', '').trim());
}

/** The names in a cell of tenants. A semicolon or a new line always stands between two of them; `None` is nobody. */
export function namesIn(cell: string): string[] {
  return cell
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !nobody.test(name));
}

/**
 * The names of several people that one name seems to join, such as `Pat Example and Robin Example`; null if it joins none.
 * `Example, Pat` is one person. A given name alone takes the surname of the others: `Pat & Robin Example`.
 */
export function peopleIn(name: string): string[] | null {
  const parts = name
    .split(joint)
    .filter((part) => part.trim() !== '')
    .flatMap(namesAtCommas);
  const last = parts.at(-1) ?? '';
  if (parts.length < 2 || (isEntity(last) && !parts.slice(0, -1).some(isEntity))) return null;
  const [first = ''] = parts;
  const surname =
    first.includes(',') && !isEntity(first) ? first.split(',')[0] : isEntity(last) ? '' : last.split(/\s+/).at(-1);
  return parts.map((part) => (isGivenName(part) && part !== surname && surname ? `${part} ${surname}` : part));
}

/** `Pat Example, Robin Example` are two names, `Example, Pat` is one, and `Example, Pat, Sample, Robin` are two. */
function namesAtCommas(text: string): string[] {
  const pieces = text
    .split(comma)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  if (pieces.length < 2 || !pieces.some(isGivenName)) return pieces;
  if (pieces.length % 2 === 1) return [text.trim()];
  return pieces.flatMap((piece, at) => (at % 2 === 1 ? [] : [`${piece}, ${pieces[at + 1]}`]));
}

/** `Pat` or `Pat A.`: a name without a surname. */
function isGivenName(name: string): boolean {
  return /^\S+(?:\s+\p{L}\.?)*$/u.test(name);
}

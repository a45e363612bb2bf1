const legalForms =
  'llc|l\\.l\\.c\\.|inc|incorporated|lp|llp|ltd|limited|corp|corporation|company|co|trust|partners|properties|holdings';
const entity = new RegExp(`\\b(?:${legalForms})$`, 'i');

/**
 * Matches what joins the names of two people, such as `and` or `&`. An alias (a/k/a), a trade name (d/b/a) and a c/o
 * don't match, because they belong to one person.
 */
const joint =
  /\s*,?\s+(?:(?:and\/or|and|or)\s+|w\/\s*)|\s*[&+|\\]\s*|\s+[-\u2013]\s+|(?<!\b(?:[afn]|[afn]\/k|d|d\/b|c|t|n))\/(?!(?:k\/a|b\/a|a|o)\b)/i;
/** Matches a comma that can separate two names, but not one before a legal form, a suffix or a title. */
const comma = new RegExp(`,(?!\\s*(?:${legalForms}|jr|sr|ii|iii|iv|esq|md|dds|phd|et al|trustee)\\b)`, 'i');
const others = /,?\s+et\s+(?:al|ux|vir)\.?$/i;
const suffix = /,?\s+(?:jr|sr|ii|iii|iv|esq|md|dds|phd)\.?$/i;
const particle = /^(?:van|von|de|del|della|der|den|di|da|dos|du|la|las|le|los|mac|san|santa|st\.?|ter|bin|el)$/i;
const nobody = /^(?:[-\u2013\u2014]+|none|n\/?a)$/i;

/** Returns whether a name ends like that of a company or another entity. */
export function isEntity(name: string): boolean {
  return entity.test(name.replaceAll('.', '').trim());
}

/** Splits a cell of tenants into names, at semicolons and line breaks. Leaves out `None`, `N/A` and dashes. */
export function namesIn(cell: string): string[] {
  return cell
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !nobody.test(name));
}

/**
 * Splits a name that seems to contain several people, such as `Pat Example and Robin Example`. In `Pat & Robin
 * Example`, the given name without a surname gets that of the other. Returns null if it is one person, such as
 * `Example, Pat`.
 */
export function peopleIn(name: string): string[] | null {
  const parts = name
    .replace(others, '')
    .split(joint)
    .filter((part) => part.trim() !== '')
    .flatMap(namesAtCommas);
  const [first = '', ...more] = parts;
  const last = more.at(-1) ?? '';
  // This is one name, or a firm such as `Smith and Sons LLC`.
  if (parts.length < 2 || (isEntity(last) && parts.slice(0, -1).every(isGivenName))) return null;
  const surname = [...(first.includes(',') ? [first] : []), ...more.toReversed(), first].map(surnameOf).find(Boolean);
  return parts.map((part) => (isGivenName(part) && surname !== undefined ? `${part} ${surname}` : part));
}

/** Returns the surname in a name, with its particles. Empty for a name without a surname and for an entity. */
function surnameOf(name: string): string {
  const plain = name.replace(suffix, '');
  if (isEntity(name) || isGivenName(plain)) return '';
  if (plain.includes(',')) return plain.split(',')[0] ?? '';
  const words = plain.split(/\s+/);
  const at = words.findIndex((word, place) => place > 0 && particle.test(word));
  return words.slice(at === -1 ? -1 : at).join(' ');
}

/**
 * Splits names at commas. `Pat Example, Robin Example` are two names, `Example, Pat` is one, and `Example, Pat, Sample,
 * Robin` are two.
 */
function namesAtCommas(text: string): string[] {
  const pieces = text
    .split(comma)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  if (!pieces.some(isGivenName) || pieces.length % 2 === 1) return pieces;
  return pieces.flatMap((piece, at) => (at % 2 === 1 ? [] : [`${piece}, ${pieces[at + 1]}`]));
}

/** Returns whether a name has no surname, such as `Pat` or `Pat A.` */
function isGivenName(name: string): boolean {
  return /^[^\s,]+(?:\s+\p{L}\.?)*$/u.test(name);
}

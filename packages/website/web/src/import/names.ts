const legalForms =
  'llc|l\\.l\\.c\\.|inc|incorporated|lp|llp|ltd|limited|corp|corporation|company|co|trust|partners|properties|holdings';
const entity = new RegExp(`\\b(?:${legalForms})$`, 'i');

/**
 * The words that join the names of two people. An alias (a/k/a), a trade name (d/b/a) and a c/o belong to one person.
 */
const joint =
  /\s*,?\s+(?:(?:and\/or|and|or)\s+|w\/\s*)|\s*[&+|\\]\s*|\s+[-\u2013]\s+|(?<!\b(?:[afn]|[afn]\/k|d|d\/b|c|t|n))\/(?!(?:k\/a|b\/a|a|o)\b)/i;
/** A comma joins names too, unless a legal form, a suffix or a title follows it. */
const comma = new RegExp(`,(?!\\s*(?:${legalForms}|jr|sr|ii|iii|iv|esq|md|dds|phd|et al|trustee)\\b)`, 'i');
const others = /,?\s+et\s+(?:al|ux|vir)\.?$/i;
const suffix = /,?\s+(?:jr|sr|ii|iii|iv|esq|md|dds|phd)\.?$/i;
const particle = /^(?:van|von|de|del|della|der|den|di|da|dos|du|la|las|le|los|mac|san|santa|st\.?|ter|bin|el)$/i;
const nobody = /^(?:[-\u2013\u2014]+|none|n\/?a)$/i;

/** Whether a name ends like that of a company or another entity. */
export function isEntity(name: string): boolean {
  return entity.test(name.replaceAll('.', '').trim());
}

/** The names in a cell of tenants. A semicolon or line break always separates names. `None` is nobody. */
export function namesIn(cell: string): string[] {
  return cell
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !nobody.test(name));
}

/**
 * The names of the people that one name seems to join, such as `Pat Example and Robin Example`. Null if it joins none.
 * `Example, Pat` is one person. A given name without a surname gets that of the others: `Pat & Robin Example`.
 */
export function peopleIn(name: string): string[] | null {
  const parts = name
    .replace(others, '')
    .split(joint)
    .filter((part) => part.trim() !== '')
    .flatMap(namesAtCommas);
  const [first = '', ...more] = parts;
  const last = more.at(-1) ?? '';
  // This is a firm, such as `Smith and Sons LLC`.
  if (parts.length < 2 || (isEntity(last) && parts.slice(0, -1).every(isGivenName))) return null;
  const surname = [...(first.includes(',') ? [first] : []), ...more.toReversed(), first].map(surnameOf).find(Boolean);
  return parts.map((part) => (isGivenName(part) && surname !== undefined ? `${part} ${surname}` : part));
}

/** The surname in a name, with its particles. Empty for a name without a surname and for an entity. */
function surnameOf(name: string): string {
  const plain = name.replace(suffix, '');
  if (isEntity(name) || isGivenName(plain)) return '';
  if (plain.includes(',')) return plain.split(',')[0] ?? '';
  const words = plain.split(/\s+/);
  const at = words.findIndex((word, place) => place > 0 && particle.test(word));
  return words.slice(at === -1 ? -1 : at).join(' ');
}

/** `Pat Example, Robin Example` are two names, `Example, Pat` is one, and `Example, Pat, Sample, Robin` are two. */
function namesAtCommas(text: string): string[] {
  const pieces = text
    .split(comma)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  if (!pieces.some(isGivenName) || pieces.length % 2 === 1) return pieces;
  return pieces.flatMap((piece, at) => (at % 2 === 1 ? [] : [`${piece}, ${pieces[at + 1]}`]));
}

/** `Pat` or `Pat A.`: a name without a surname. */
function isGivenName(name: string): boolean {
  return /^[^\s,]+(?:\s+\p{L}\.?)*$/u.test(name);
}

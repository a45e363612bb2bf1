/** A comma, a sign or a word that joins the names of two people, with the spaces around it. */
const joint = /\s+and\/or\s+|\s*,\s*and\s+|\s*[,&/+]\s*|\s+and\s+/i;
/** What follows a comma in the name of one person. */
const suffix = /^(?:jr|sr|ii|iii|iv|esq|md)$/i;
const entity =
  /\b(?:llc|inc|incorporated|lp|llp|ltd|limited|corp|corporation|company|co|trust|partners|properties|holdings)$/i;

/** Whether a name ends like that of a company or another entity. */
export function isEntity(name: string): boolean {
  return entity.test(name.replaceAll('.', '').trim());
}

/** The names in a cell of tenants. A semicolon or a new line always stands between two of them. */
export function namesIn(cell: string): string[] {
  return cell
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * The names of several people that one name seems to join, such as `Pat Example and Robin Example`; null if it joins none.
 * `Example, Pat` is one person. A given name alone takes the surname of the other: `Pat & Robin Example`.
 */
export function peopleIn(name: string): string[] | null {
  const [, surname = '', givenNames] = /^([^\s,]+),\s*([^,]+)$/.exec(name.trim()) ?? [];
  if (givenNames !== undefined) {
    const given = partsOf(givenNames);
    return given.length > 1 ? given.map((one) => (isAlone(one) ? `${one} ${surname}` : one)) : null;
  }
  const parts = partsOf(name);
  const last = parts.at(-1) ?? '';
  if (parts.length < 2 || (isEntity(last) && !parts.slice(0, -1).some(isEntity))) return null;
  const shared = isAlone(last) || isEntity(last) ? undefined : last.split(/\s+/).at(-1);
  const people = parts.map((part) => (isAlone(part) && shared !== undefined ? `${part} ${shared}` : part));
  // A surname of two words before a comma, as in `Example Smith, Pat`.
  return name.includes(',') && people.some(isAlone) ? null : people;
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.split(joint).map((one) => one.trim())) {
    if (part === '') continue;
    if (suffix.test(part.replaceAll('.', '')) && parts.length > 0) parts.push(`${parts.pop()}, ${part}`);
    else parts.push(part);
  }
  return parts;
}

function isAlone(name: string): boolean {
  return !/\s/.test(name);
}

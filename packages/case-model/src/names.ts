import { foldLetters, separateFractions } from './fold.ts';

/**
 * Returns the comparison keys of a name. Two names match if they share a key. Ignores accents, case, punctuation, a
 * leading "The", the spelling of an entity's form ("Inc.", "Incorporated") and the order "LAST, FIRST". Also ignores
 * text after "d/b/a", because the party is the name before it. A name with a hyphen has two keys, because the hyphen
 * may join or separate two words.
 */
export function nameKeys(name: string): string[] {
  const party = partyBefore(name).replace(/^(.*\S),\s*the\s*$/iu, 'The $1');
  const keys = readings(party).flatMap((reading) => [keyOf(reading), keyOf(reading.replace(hyphen, ''))]);
  if (keys[0] === '') return [name.normalize('NFKC').trim()];
  return [...new Set(keys)];
}

/**
 * Returns the name with the first name first. If it could also be two names ("Garcia Lopez, Ana Maria"), returns both
 * readings.
 */
function readings(name: string): string[] {
  const [surname = '', given = '', ...others] = name.split(comma);
  const isEither = !inversion(name) && !joiner.test(name) && !looksLikeEntity(name) && others.length === 0;
  return isEither && given.trim() !== '' ? [name, `${given} ${surname}`] : [firstNameFirst(name)];
}

/** Returns a function that tells whether a name matches none of these names. */
export function isNoneOf(names: readonly string[]): (name: string) => boolean {
  const keys = new Set(names.flatMap(nameKeys));
  return (name) => !nameKeys(name).some((key) => keys.has(key));
}

/**
 * Splits names that are joined by "and", "or", "&", commas, a slash or a semicolon. Returns a single name unchanged. A
 * given name alone takes the surname next to it: "Ann and Bob Lee", "LEE, ANN AND BOB". An entity with such a single
 * word isn't split: "Smith & Sons LLC".
 */
export function joinedNames(joined: string): string[] {
  const parts = partsOf(joined);
  if (parts.length === 0) return [joined];
  return (looksLikeEntity(joined) ? undefined : surnamesFirst(parts)) ?? listed(joined, parts);
}

/**
 * Splits joined names in every possible reading. "Smith, John & Mary Ann" may be John Smith and Mary Ann Smith, while
 * "Lee, Ann and Max Power" may be Ann Lee and Max Power.
 */
export function readingsOfJoined(joined: string): string[][] {
  const parts = partsOf(joined);
  const surname = parts.map((part) => inversion(part)?.surname).find((found) => found !== undefined);
  if (surname === undefined) return [joinedNames(joined)];
  const asTheyStand = parts.map(firstNameFirst);
  const oneFamily = parts.map((part) => (part.includes(',') ? firstNameFirst(part) : `${part} ${surname}`));
  return [joinedNames(joined), asTheyStand, oneFamily];
}

function partsOf(joined: string): string[] {
  return partyBefore(joined)
    .split(joiner)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Splits lists such as "LEE, ANN AND BOB" and "LEE, ANN AND DOE, BOB". Returns undefined for any other kind of list.
 */
function surnamesFirst(parts: readonly string[]): string[] | undefined {
  const names: string[] = [];
  let surname: string | undefined;
  for (const part of parts) {
    const inverted = inversion(part);
    surname = inverted?.surname ?? surname;
    if (surname === undefined || !(inverted || isGivenName(part))) return undefined;
    names.push(inverted ? firstNameFirst(part) : `${part} ${surname}`);
  }
  return names;
}

function listed(joined: string, parts: readonly string[]): string[] {
  const names = parts
    .flatMap((part) => part.split(comma))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (names.length === 0) return [joined];
  const isLone = (name: string) => !/\s/u.test(name);
  if (!names.some(isLone)) return names;
  const last = names.at(-1) ?? '';
  if (isLone(last) || looksLikeEntity(joined)) return [joined];
  return names.map((name) => (isLone(name) ? `${name} ${last.split(/\s+/u).at(-1)}` : name));
}

/** Whether the name contains a word that is typical of entities, such as "LLC" or "Properties". */
export function looksLikeEntity(name: string): boolean {
  return wordsOf(name).some((word) => entityWords.has(word));
}

/** Whether a person's name seems to contain several people: "Pat & Robin Example", "Pat Example, Robin Example". */
export function namesSeveral(name: string): boolean {
  const text = name.normalize('NFKC').trim();
  if (looksLikeEntity(text.split(tradeName)[0] ?? text)) return false;
  const party = partyBefore(text);
  if (several.test(party)) return true;
  const people = party.split(comma).map((part) => part.trim());
  if (people.length < 2 || (people.length === 2 && startsWithParticle(party))) return false;
  return people.every((part) => fullName.test(part) && !description.test(part));
}

const joining = String.raw`[\s(]+(?:and\/or|and|or)\s+|\s*[&;|\n]\s*|\s+[+/]\s+|(?<=\p{L}{2})[+/](?=\p{L}{2})`;

/**
 * Matches text that joins two names. Excludes "& Sons" and the like in a firm's name, and "all other occupants", who
 * aren't named.
 */
const several = new RegExp(
  String.raw`[\p{L}.)],?(?:${joining})(?!${[
    String.raw`(?:sons|daughters|brothers|bros|associates|partners)\.?(?:$|\s)|(?:son|daughter|co|company)\.?$`,
    String.raw`(?:all|any|other|others|unknown|current|as|individually)\s|(?:occupants?|tenants?)\s*(?:$|in\s)`,
  ].join('|')})\p{L}|\set\.?\s+(?:al|ux|vir)(?!\p{L})`,
  'iu',
);
const fullName = /^\p{Lu}[\p{L}\p{M}.'’-]*(?:\s+\p{L}[\p{L}\p{M}.'’-]*){1,3}$/u;
const description = /^(?:an?|the|as|by|of|his|her|their|individually|now|also|formerly)\s/iu;

const joiner = new RegExp(joining, 'iu');
const suffix = /^(?:jr|sr|ii|iii|iv|esq|trustees?)$/u;
/** A comma that separates names, so not one before an entity type (", LLC") or a suffix (", Jr."). */
const comma =
  /,(?!\s*(?:l\.?\s?l\.?\s?l?\.?\s?[cp]|l\.?[cp]|p\.?l?\.?l?\.?c|p\.?a|n\.?a|inc|incorporated|ltd|limited|corp|corporation|co|company|jr|sr|ii|iii|iv|esq|(?:as )?trustees?|et al)(?!\p{L}))/iu;

const tradeName =
  /(?:[\s,(;["“][\s,(;["“/\p{Pd}]*|(?<=[\p{L}\p{N}][\p{L}\p{N}.)])[/\p{Pd}]\s*)(?:(?:individually\s+)?and\s+)?(?:d\s?[/\\]\s?b\s?[/\\]\s?a|d\.\s?b\.\s?a\.?|d-b-a|d b a|dba|t\/a|doing\s+business\s+(?:as|under)|trading\s+as)(?![\p{L}\p{N}])/iu;

/**
 * Returns the party before "d/b/a". Returns the whole name if another party may follow the trade name ("Oak LLC d/b/a
 * Oak Homes and Elm LLC").
 */
function partyBefore(name: string): string {
  const text = separateFractions(name).normalize('NFKC');
  const found = tradeName.exec(text);
  if (!found || found.index === 0) return name;
  return isOnlyTradeNames(text.slice(found.index + found[0].length)) ? text.slice(0, found.index) : name;
}

/** Whether the text after "d/b/a" contains only trade names, and no other party. "Oak & Elm" is one trade name. */
function isOnlyTradeNames(text: string): boolean {
  if (/[;|\n]/u.test(text)) return false;
  const parts = text
    .split(afterTradeName)
    .flatMap((part) => part.split(comma))
    .filter((part) => wordsOf(part).length > 0);
  if (/^[^&]*&[^&]*$/u.test(text) && parts.length === 2 && parts.every((part) => wordsOf(part).length === 1))
    return true;
  return parts.slice(1).every((part) => !tradeName.test(part) && tradeEndings.has(wordsOf(part).at(-1) ?? ''));
}

const afterTradeName = new RegExp(String.raw`${joining}|\s(?:by|c\/o|with|plus|as|et)\s|\s\p{Pd}+\s|[()[\]]`, 'iu');

/** Last words that mark a name as another trade name. Leaves out words that are also surnames, such as "Court". */
const tradeEndings: ReadonlySet<string> = new Set(
  'apartments apts homes townhomes lofts villas gardens towers sons daughters bros'.split(' '),
);

/** Turns "Last, First" into "First Last", with a suffix at the end. Returns other names unchanged. */
function firstNameFirst(name: string): string {
  const { given, surname, suffixes } = inversion(name) ?? {};
  return given === undefined ? name : [given, surname, ...(suffixes ?? [])].join(' ');
}

/**
 * Splits a person's name that begins with the surname. Returns undefined for other names, and for text that may be two
 * full names.
 */
function inversion(name: string): { given: string; surname: string; suffixes: string[] } | undefined {
  if (joiner.test(name) || looksLikeEntity(name)) return undefined;
  const sides = name.split(comma).map((side) => side.split(/[\s,]+/u).filter((word) => word !== ''));
  const isSuffix = (word: string) => suffix.test(wordsOf(word).join(''));
  const [last = [], first = []] = sides.map((side) => side.filter((word) => !isSuffix(word)));
  if (sides.length !== 2 || last.length === 0 || first.length === 0) return undefined;
  if (last.length > 1 && !startsWithParticle(name) && !isGivenName(first.join(' '))) return undefined;
  return { given: first.join(' '), surname: last.join(' '), suffixes: sides.flat().filter(isSuffix) };
}

/** Whether the text is one given name, with or without an initial. */
function isGivenName(text: string): boolean {
  return /^[\p{L}\p{M}.'’-]+(?:\s+\p{L}\.?)?$/u.test(text);
}

function startsWithParticle(name: string): boolean {
  return particles.has(wordsOf(name)[0] ?? '');
}

/**
 * First words of surnames that have several words. Leaves out words that are also given names, such as "Van" and "San".
 */
const particles: ReadonlySet<string> = new Set('da de den der dos du el la las le los mc o santa st ter'.split(' '));

const hyphen = /(?<=\p{L})[\p{Pd}\u{2212}](?=\p{L})/gu;

/** Splits a name into normalized words. Dotted or spaced initials become one word, such as `llc`. */
function wordsOf(name: string): string[] {
  const text = foldLetters(name)
    .replaceAll('&', ' and ')
    .replace(/(?<=\p{L})\+/gu, ' plus ')
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}?(?![\p{L}\p{N}])/gu, (dotted) => dotted.replaceAll('.', ''));
  const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
  return words
    .replace(/(?<=^| )(?:l l l p|p l l c|l l c|l l p)$/u, withoutBlanks)
    .replace(/(?<=^| )\p{L}(?: \p{L})+(?= |$)/gu, withoutBlanks)
    .split(' ')
    .filter((word) => word !== '');
}

function withoutBlanks(initials: string): string {
  return initials.replaceAll(' ', '');
}

/**
 * Joins the words of a name in a uniform spelling, without "and" if it is an entity. Empty if the name has no letters
 * or digits.
 */
function keyOf(name: string): string {
  const words = wordsOf(name);
  const isEntity = words.some((word) => entityWords.has(word));
  return words
    .slice(words.length > 1 && words[0] === 'the' ? 1 : 0)
    .filter((word) => word !== 'and' || !isEntity)
    .map((word) => fullWords[word] ?? word)
    .join(' ')
    .replace(longForm, (form) => shortForms[form] ?? form);
}

const fullWords: Readonly<Record<string, string>> = {
  inc: 'incorporated',
  co: 'company',
  corp: 'corporation',
  ltd: 'limited',
};

const shortForms: Readonly<Record<string, string>> = {
  'professional limited liability company': 'pllc',
  'limited liability limited partnership': 'lllp',
  'limited liability partnership': 'llp',
  'limited liability company': 'llc',
  'limited partnership': 'lp',
  'professional corporation': 'pc',
  'professional association': 'pa',
  'national association': 'na',
};
const longForm = new RegExp(`(?<=^| )(?:${Object.keys(shortForms).join('|')})(?= |$)`, 'gu');

const legalForms: ReadonlySet<string> = new Set(
  'llc lc llp lllp lp ltd limited inc incorporated corp corporation pllc pc partnership trust'.split(' '),
);

const entityWords: ReadonlySet<string> = new Set([
  ...legalForms,
  ...'company partners associates association holdings group ventures enterprises investments'.split(' '),
  ...'properties realty management rentals apartments housing bank authority foundation cooperative'.split(' '),
]);

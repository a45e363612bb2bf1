import type { CaseFacts, Party } from '../facts.ts';
import { fail, type Gate, notApplicable, pass, type Verdict, warnForAny } from './gate.ts';
import { isNamed } from './named.ts';

/** Each side has a party, and no party is on both. */
export const partiesPresent: Gate = {
  name: 'parties_present',
  check({ facts }) {
    const plaintiffs = named(facts, 'plaintiff');
    const defendants = named(facts, 'defendant');
    if (plaintiffs.length === 0 || defendants.length === 0)
      return fail('Name at least one plaintiff and one defendant.');
    const plaintiffKeys = new Set(plaintiffs.map(({ name }) => nameKey(name)));
    if (!defendants.some(({ name }) => plaintiffKeys.has(nameKey(name)))) return pass;
    return fail('The same name is listed as both plaintiff and defendant.');
  },
};

/**
 * The plaintiffs own the property or state their authority to sue: courts dismiss cases that a manager signs without
 * authority. Equal names pass as they are; otherwise owners joined by "and" or commas are compared one by one.
 */
export const plaintiffAuthority: Gate = {
  name: 'plaintiff_authority',
  check({ facts, documentPurposes }) {
    const plaintiffs = named(facts, 'plaintiff');
    // `parties_present` reports a missing plaintiff.
    if (plaintiffs.length === 0) return notApplicable;
    return documentPurposes.includes('authority') ? pass : strangerTo(facts, plaintiffs);
  },
};

function strangerTo({ property }: CaseFacts, plaintiffs: readonly Party[]): Verdict {
  const whole = nameKey(property.ownerOfRecord);
  const others = plaintiffs.filter(({ name }) => nameKey(name) !== whole);
  const owners = joinedNames(property.ownerOfRecord);
  const without = (names: readonly string[]) => {
    const keys = new Set(names.map(nameKey));
    return (name: string) => !keys.has(nameKey(name));
  };
  const stranger = others.find(({ name }) => joinedNames(name).some(without(owners)));
  if (stranger)
    return fail(`${stranger.name} is not the owner of record; upload the management agreement or authority.`);
  if (others.length < plaintiffs.length) return pass;
  const absent = owners.find(without(others.flatMap(({ name }) => joinedNames(name))));
  if (absent === undefined) return pass;
  return fail(`${absent} is an owner of record but not a plaintiff; upload the management agreement or authority.`);
}

/**
 * Many courts hear an entity by counsel alone, and some make exceptions (lynxdocs.com for Arizona). A plaintiff that is
 * an entity, or looks like one, gets a warning unless the free text names counsel.
 */
export const entityPlaintiff: Gate = {
  name: 'entity_plaintiff',
  check({ facts }) {
    const plaintiffs = named(facts, 'plaintiff');
    const isUnmarked = plaintiffs.some(({ name, isEntity }) => isEntity !== true && looksLikeEntity(name));
    const isEntity = isUnmarked || plaintiffs.some((plaintiff) => plaintiff.isEntity === true);
    return warnForAny([
      isUnmarked && 'Looks like an entity, but isEntity is not true.',
      isEntity &&
        !isNamed(counsel, facts.freeText) &&
        'The plaintiff is an entity, and no counsel is named. The attorney decides.',
    ]);
  },
};

/** Counsel by name: "counsel: Pat Lawyer", "our attorney is Pat Lawyer", "represented by Pat Lawyer", "Pat Lawyer, Esq." */
const counsel =
  /(?<!\p{L})(?:(?:[Cc]ounsel|COUNSEL|[Aa]ttorneys?|ATTORNEYS?|[Ll]awyers?|LAWYERS?)(?::\s*|\s(?:is|are)\s)|[Rr]epresented\sby\s)(?<named>\p{Lu}[\p{L}./’'-]*)|(?<!\p{L})(?<named>\p{Lu}[\p{L}’'-]*),?\s(?:Esq|ESQ)(?!\p{L})/gu;

function named({ parties }: CaseFacts, role: Party['role']): Party[] {
  return parties.filter((party) => party.role === role && party.name.trim() !== '');
}

/** The names joined by "and", "&" or a comma. A lone given name takes the surname of the last: "Ann and Bob Lee". */
function joinedNames(joined: string): string[] {
  const names = joined
    .split(joint)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (names.length === 0) return [joined];
  const last = names.at(-1)?.split(/\s+/u) ?? [];
  const surname = last.length > 1 && !looksLikeEntity(joined) ? last.at(-1) : undefined;
  return names.map((name) => (surname === undefined || /\s/u.test(name) ? name : `${name} ${surname}`));
}

/** A comma before the form of an entity or a suffix of a person joins nothing. */
const joint =
  /\s+and\s+|&|,(?!\s*(?:l\.?l\.?l?\.?[cp]|l\.?[cp]|p\.?l?\.?l?\.?c|n\.?a|inc|incorporated|ltd|limited|corp|corporation|co|company|jr|sr|ii|iii|iv|(?:as )?trustees?|et al)(?!\p{L}))/iu;

/**
 * Normalizes a name for comparison: letters and digits only, in capitals, so that `L.L.C.` equals `LLC`. Accents count,
 * in either Unicode normalization form. A name without letters or digits is unchanged.
 */
function nameKey(name: string): string {
  const composed = name.normalize('NFKC');
  const key = composed.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toUpperCase();
  return key === '' ? composed.trim() : key;
}

/** Whether a word of the name is typical of entities. */
export function looksLikeEntity(name: string): boolean {
  // Dots are removed first, so that L.L.C. is one word.
  const words = name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('.', '')
    .split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => entityWords.has(word));
}

const entityWords: ReadonlySet<string> = new Set(
  [
    'LLC LC LLP LLLP LP LTD LIMITED INC INCORPORATED CORP CORPORATION PLLC PC',
    'COMPANY PARTNERSHIP PARTNERS ASSOCIATES ASSOCIATION HOLDINGS GROUP VENTURES ENTERPRISES INVESTMENTS',
    'PROPERTIES REALTY MANAGEMENT RENTALS APARTMENTS HOUSING TRUST BANK AUTHORITY FOUNDATION COOPERATIVE',
  ].flatMap((words) => words.split(' ')),
);

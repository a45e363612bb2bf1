import type { CaseFacts, Party } from '../facts.ts';
import { fail, type Gate, notApplicable, pass, warn } from './gate.ts';

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
    return fail('The same name is given as plaintiff and as defendant.');
  },
};

/**
 * Every plaintiff owns the property or states its authority to sue. Courts dismiss cases that a manager signs without
 * authority.
 */
export const plaintiffAuthority: Gate = {
  name: 'plaintiff_authority',
  check({ facts, documentPurposes }) {
    const plaintiffs = named(facts, 'plaintiff');
    // `parties_present` reports a missing plaintiff.
    if (plaintiffs.length === 0) return notApplicable;
    if (documentPurposes.includes('authority')) return pass;
    const ownerKey = nameKey(facts.property.ownerOfRecord);
    const stranger = plaintiffs.find(({ name }) => nameKey(name) !== ownerKey);
    if (!stranger) return pass;
    return fail(`${stranger.name} is not the owner of record; upload the management agreement or authority.`);
  },
};

/** Many courts require counsel for an entity, so a plaintiff that looks like one but is not marked gets a warning. */
export const entityPlaintiff: Gate = {
  name: 'entity_plaintiff',
  check({ facts }) {
    const unmarked = named(facts, 'plaintiff').some(({ name, isEntity }) => isEntity !== true && looksLikeEntity(name));
    return unmarked ? warn('Looks like an entity; entities usually need counsel in court') : pass;
  },
};

function named({ parties }: CaseFacts, role: Party['role']): Party[] {
  return parties.filter((party) => party.role === role && party.name.trim() !== '');
}

/**
 * Normalizes a name for comparison: letters and digits only, in capitals, so that `L.L.C.` equals `LLC`. Accents count,
 * in either Unicode normalization form. A name without letters or digits is unchanged.
 */
function nameKey(name: string): string {
  const composed = name.normalize('NFKC');
  const key = composed.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toUpperCase();
  return key === '' ? composed.trim() : key;
}

function looksLikeEntity(name: string): boolean {
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

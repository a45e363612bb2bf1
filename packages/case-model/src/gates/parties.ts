import { licenceAsk } from '@evict/jurisdictions';
import type { CaseFacts, Party } from '../facts.ts';
import { isSandbox } from '../mode.ts';
import { fail, type Gate, type GateContext, notApplicable, pass, type Verdict, warn, warnForAny } from './gate.ts';

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
 * The plaintiffs own the property or state their authority to sue: courts dismiss cases that a manager signs without
 * authority. Owners joined by "and" are compared one by one. Where attorneys of the state ask for a rental licence, a
 * live case that names none gets a warning.
 */
export const plaintiffAuthority: Gate = {
  name: 'plaintiff_authority',
  check({ facts, documentPurposes, mode }) {
    const plaintiffs = named(facts, 'plaintiff');
    // `parties_present` reports a missing plaintiff.
    if (plaintiffs.length === 0) return notApplicable;
    const isStated = documentPurposes.includes('authority');
    return (isStated ? null : strangerTo(facts, plaintiffs)) ?? licence({ facts, mode });
  },
};

function strangerTo({ property }: CaseFacts, plaintiffs: readonly Party[]): Verdict | null {
  const owners = joinedNames(property.ownerOfRecord);
  const suing = plaintiffs.flatMap(({ name }) => joinedNames(name));
  const without = (names: readonly string[]) => {
    const keys = new Set(names.map(nameKey));
    return (name: string) => !keys.has(nameKey(name));
  };
  const stranger = plaintiffs.find(({ name }) => joinedNames(name).some(without(owners)));
  if (stranger)
    return fail(`${stranger.name} is not the owner of record; upload the management agreement or authority.`);
  const absent = owners.find(without(suing));
  if (absent === undefined) return null;
  return fail(`${absent} is an owner of record and no plaintiff; upload the management agreement or authority.`);
}

function licence({ facts, mode }: Pick<GateContext, 'facts' | 'mode'>): Verdict {
  const { property, freeText = '' } = facts;
  const ask = isSandbox({ mode }) ? undefined : licenceAsk(property.state);
  if (!ask || /\blicen[cs]e/iu.test(freeText)) return pass;
  return warn(
    `A rental licence may be required here (${ask.citation}), and freeText names none; the attorney decides.`,
  );
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
      isUnmarked && 'Looks like an entity, and isEntity does not say so.',
      isEntity && !counsel.test(facts.freeText ?? '') && 'An entity with no counsel named; the attorney decides.',
    ]);
  },
};

const counsel = /(?<!\p{L})(counsel|attorneys?|lawyers?|esq|law (firm|offices?))(?!\p{L})/iu;

function named({ parties }: CaseFacts, role: Party['role']): Party[] {
  return parties.filter((party) => party.role === role && party.name.trim() !== '');
}

/** The names that "and" or "&" joins. */
function joinedNames(name: string): string[] {
  const names = name.split(/\s+and\s+|\s*&\s*/iu).filter((part) => part.trim() !== '');
  return names.length === 0 ? [name] : names;
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

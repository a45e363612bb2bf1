import type { CaseFacts, Party } from '../facts.ts';
import { isNoneOf, joinedNames, looksLikeEntity, namesSeveral, readingsOfJoined } from '../names.ts';
import { fail, firstOf, type Gate, notApplicable, pass, type Verdict, warn, warnForAny } from './gate.ts';
import { isNamed } from './named.ts';

/** Each side needs a party, and no name may be on both sides. */
export const partiesPresent: Gate = {
  name: 'parties_present',
  check({ facts }) {
    const plaintiffs = named(facts, 'plaintiff');
    const defendants = named(facts, 'defendant');
    if (plaintiffs.length === 0 || defendants.length === 0)
      return fail('Name at least one plaintiff and one defendant.');
    if (defendants.map(nameOf).every(isNoneOf(plaintiffs.map(nameOf)))) return pass;
    return fail('The same name is listed as both plaintiff and defendant.');
  },
};

/**
 * The plaintiffs must own the property or prove their authority to sue, because courts dismiss cases that a manager
 * signs without authority. A name that equals the owner of record passes at once. Otherwise, owners joined by "and" or
 * commas are compared one by one, in every possible reading of their names.
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
  const suing = plaintiffs.map(nameOf);
  const others = suing.filter(isNoneOf([property.ownerOfRecord]));
  const verdicts = readingsOfJoined(property.ownerOfRecord).map((owners) => compareOwners(owners, suing, others));
  return verdicts.find(({ status }) => status === 'pass') ?? verdicts[0] ?? pass;
}

/**
 * Compares the plaintiffs with the owners. `others` are the plaintiffs whose name doesn't match the whole text of
 * `ownerOfRecord`.
 */
function compareOwners(owners: readonly string[], suing: readonly string[], others: readonly string[]): Verdict {
  const isNoOwner = isNoneOf(owners);
  const stranger = others.find((name) => joinedNames(name).some(isNoOwner));
  if (stranger !== undefined)
    return fail(`${stranger} is not the owner of record; upload the management agreement or authority.`);
  if (others.length < suing.length) return pass;
  const absent = owners.find(isNoneOf(others.flatMap(joinedNames)));
  if (absent === undefined) return pass;
  return fail(`${absent} is an owner of record but not a plaintiff; upload the management agreement or authority.`);
}

/**
 * Many courts hear entities only through counsel, with some exceptions (for Arizona, see lynxdocs.com). Warns if a
 * plaintiff is or looks like an entity and the free text names no counsel.
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

/** Warns if the name of one party seems to contain several people, because each of them has to be a party. */
export const partyNames: Gate = {
  name: 'party_names',
  hideUnlessFailing: true,
  check({ facts: { parties } }) {
    const joined = firstOf('parties[].name', parties, ({ name, isEntity }) => isEntity !== true && namesSeveral(name));
    if (joined === '') return pass;
    return warn(`More than one person seems to be named in ${joined}. The attorney decides who is a party.`);
  },
};

/**
 * Matches a named counsel: "counsel: Pat Lawyer", "our attorney is Pat Lawyer", "represented by Pat Lawyer", "Pat
 * Lawyer, Esq."
 */
const counsel =
  /(?<!\p{L})(?:(?:[Cc]ounsel|COUNSEL|[Aa]ttorneys?|ATTORNEYS?|[Ll]awyers?|LAWYERS?)(?::\s*|\s(?:is|are)\s)|[Rr]epresented\sby\s)(?<named>\p{Lu}[\p{L}./’'-]*)|(?<!\p{L})(?<named>\p{Lu}[\p{L}’'-]*),?\s(?:Esq|ESQ)(?!\p{L})/gu;

function named({ parties }: CaseFacts, role: Party['role']): Party[] {
  return parties.filter((party) => party.role === role && party.name.trim() !== '');
}

function nameOf({ name }: Party): string {
  return name;
}

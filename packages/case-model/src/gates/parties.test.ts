import { describe, expect, it } from 'vitest';
import type { Party } from '../facts.ts';
import { buildFacts, buildInput, fails, liveInput, passes, resultOf, warns } from '../../test/drafts.ts';

const plaintiff = (name: string, isEntity?: boolean): Party => ({ role: 'plaintiff', name, isEntity });
const defendant = (name: string): Party => ({ role: 'defendant', name });

const judged = (gate: string, parties: Party[], ownerOfRecord = 'Robin Owner') => {
  const facts = buildFacts('holdover', { parties });
  return resultOf(gate, buildInput({ ...facts, property: { ...facts.property, ownerOfRecord } }));
};

describe('parties_present', () => {
  it('passes with one or several parties on each side', () => {
    const both = [plaintiff('Robin Owner'), defendant('Terry Tenant')];
    expect(judged('parties_present', both)).toEqual(passes);
    expect(judged('parties_present', [...both, plaintiff('Lee'), defendant('Kim')])).toEqual(passes);
  });

  it.each([
    ['no parties', []],
    ['no defendant', [plaintiff('Robin Owner')]],
    ['no plaintiff', [defendant('Terry Tenant')]],
    ['a plaintiff without a name', [plaintiff('  '), defendant('Terry Tenant')]],
  ])('fails with %s', (_, parties) => {
    const reason = 'Name at least one plaintiff and one defendant.';
    expect(judged('parties_present', parties)).toEqual(fails(reason));
  });

  it("fails if the same name is on both sides in different spellings, and its reason doesn't repeat the name", () => {
    const reason = 'The same name is listed as both plaintiff and defendant.';
    expect(judged('parties_present', [plaintiff('Acme, L.L.C.'), defendant('ACME LLC')])).toEqual(fails(reason));
  });

  it('distinguishes names that consist only of punctuation', () => {
    expect(judged('parties_present', [plaintiff('***'), defendant('???')])).toEqual(passes);
  });
});

describe('plaintiff_authority', () => {
  it("accepts another spelling of the owner's name, but not the name without its LLC", () => {
    expect(judged('plaintiff_authority', [plaintiff('Acme Homes, L.L.C.')], 'The ACME Homes LLC')).toEqual(passes);
    const reason = 'Acme Homes is not the owner of record; upload the management agreement or authority.';
    expect(judged('plaintiff_authority', [plaintiff('Acme Homes')], 'Acme Homes LLC')).toEqual(fails(reason));
  });

  it('checks every plaintiff', () => {
    expect(judged('plaintiff_authority', [plaintiff('Robin Owner'), plaintiff('Max Manager')])).toMatchObject({
      status: 'fail',
      reason: expect.stringContaining('Max Manager is not the owner of record'),
    });
  });

  it('passes with an authority document in both modes, but not with another document', () => {
    const facts = buildFacts('holdover', { parties: [plaintiff('Max Manager'), defendant('Terry Tenant')] });
    expect(resultOf('plaintiff_authority', buildInput(facts, { documentPurposes: ['authority'] }))).toEqual(passes);
    expect(resultOf('plaintiff_authority', liveInput(facts, { documentPurposes: ['authority'] }))).toEqual(passes);
    expect(resultOf('plaintiff_authority', buildInput(facts, { documentPurposes: ['other'] }))?.status).toBe('fail');
  });

  it.each([
    [['Robin Owner', 'Sam Owner'], 'Robin Owner and Sam Owner'],
    [['Sam Owner', 'Robin Owner'], 'ROBIN OWNER & SAM OWNER'],
    [['Robin Owner and Sam Owner'], 'Sam Owner and Robin Owner'],
    [['Robin Owner', 'Sam Owner', 'Kim Owner'], 'Robin Owner and Sam Owner and Kim Owner'],
    [['A&B Homes'], 'A&B Homes'],
    [['Ann Lee', 'Bob Lee'], 'LEE, ANN AND BOB'],
    [['Ann Lee', 'Bob Lee'], 'Ann Lee/Bob Lee'],
    [['John Smith', 'Mary Ann Smith'], 'Smith, John & Mary Ann'],
    [['Ann Lee', 'Max Power'], 'Lee, Ann and Max Power'],
    [['Ann Lee', 'Oak LLC'], 'Lee, Ann and Oak LLC'],
    [['Lee Power', 'Ann Power', 'Max Power'], 'Lee, Ann and Max Power'],
    [['Oak LLC d/b/a Oak Homes', 'Bob Lee'], 'Oak LLC and Bob Lee'],
    [['Oak LLC d/b/a Oak Homes and Elm LLC'], 'Oak LLC and Elm LLC'],
    [['Smith & Sons LLC'], 'Smith and Sons, L.L.C.'],
  ])('accepts the plaintiffs %j if the owner of record is %j', (names, owner) => {
    const suing = names.map((name) => plaintiff(name));
    expect(judged('plaintiff_authority', suing, owner)).toEqual(passes);
  });

  it.each([
    [['Robin Owner'], 'Robin Owner and Sam Owner', 'Sam Owner is an owner of record but not a plaintiff'],
    [['Robin Owner', 'Max Manager'], 'Robin Owner and Sam Owner', 'Max Manager is not the owner of record'],
    [['Robin Owner and Max Manager'], 'Robin Owner', 'Robin Owner and Max Manager is not the owner of record'],
    [['Robin Owner', 'Sam Owner'], 'Robin Owner', 'Sam Owner is not the owner of record'],
    [['Ann Lee'], 'Ann and Bob Lee', 'Bob Lee is an owner of record but not a plaintiff'],
    [['Smith & Sons LLC', 'Max Manager'], 'Smith and Sons LLC', 'Max Manager is not the owner of record'],
    [
      ['Oak LLC d/b/a Oak Homes and Elm LLC'],
      'Oak LLC',
      'Oak LLC d/b/a Oak Homes and Elm LLC is not the owner of record',
    ],
    [['Ann Lee'], 'Lee, Ann and Oak LLC', 'Ann Lee is not the owner of record'],
    [['John Smith', 'Max Power'], 'Smith, John & Mary Ann', 'John Smith is not the owner of record'],
    [['Smith', 'Sons LLC'], 'Smith & Sons LLC', 'Smith is not the owner of record'],
    [['Brown LLC & Smith'], 'Smith & Brown LLC', 'Brown LLC & Smith is not the owner of record'],
    [['Brown', 'Co.'], 'Brown & Co.', 'Brown is not the owner of record'],
    [['Oak LLC'], 'Oak LLC d/b/a Oak Homes and First Bank', 'First Bank is an owner of record but not a plaintiff'],
    [['and'], 'Robin Owner', 'and is not the owner of record'],
  ])("doesn't accept the plaintiffs %j if the owner of record is %j", (names, owner, fault) => {
    const suing = names.map((name) => plaintiff(name));
    const reason = `${fault}; upload the management agreement or authority.`;
    expect(judged('plaintiff_authority', suing, owner)).toEqual(fails(reason));
  });

  it("doesn't apply without a plaintiff", () => {
    expect(judged('plaintiff_authority', [defendant('Terry Tenant')])).toEqual({ status: 'not_applicable' });
  });
});

describe('entity_plaintiff', () => {
  it.each(['Acme Homes LLC', 'Riverside Apartments'])(
    "warns if the plaintiff %j isn't marked as an entity, or if no counsel is named",
    (name) => {
      const unmarked = 'Looks like an entity, but isEntity is not true.';
      const alone = 'The plaintiff is an entity, and no counsel is named. The attorney decides.';
      const both = warns(`${unmarked} ${alone}`);
      expect(judged('entity_plaintiff', [plaintiff(name)])).toEqual(both);
      expect(judged('entity_plaintiff', [plaintiff(name, false)])).toEqual(both);
      expect(judged('entity_plaintiff', [plaintiff(name, true)])).toEqual(warns(alone));
      const withCounsel = (isEntity: boolean) => {
        const parties = [plaintiff(name, isEntity), defendant('Terry Tenant')];
        const freeText = 'Our counsel is Pat Lawyer.';
        return resultOf('entity_plaintiff', buildInput(buildFacts('holdover', { parties, freeText })));
      };
      expect(withCounsel(true)).toEqual(passes);
      expect(withCounsel(false)).toEqual(warns(unmarked));
    },
  );

  it('passes if the plaintiff is a person', () => {
    expect(judged('entity_plaintiff', [plaintiff('Robin Owner')])).toEqual(passes);
  });

  const described = (freeText: string) => {
    const parties = [plaintiff('Acme LLC', true), defendant('Terry Tenant')];
    return resultOf('entity_plaintiff', buildInput(buildFacts('holdover', { parties, freeText })))?.status;
  };

  it.each(['Counsel: Pat Lawyer', 'Attorney: Pat Lawyer', 'We are represented by Pat Lawyer.', 'Pat Lawyer, Esq.'])(
    'finds the name of counsel in %j',
    (freeText) => {
      expect(described(freeText)).toBe('pass');
    },
  );

  it.each([
    'We have no attorney yet.',
    'No lawyer.',
    'Attorney fees are in the ledger.',
    'Attorney: None',
    'Counsel: N/A',
    'We are not represented by Pat Lawyer.',
  ])('finds no name of counsel in %j', (freeText) => {
    expect(described(freeText)).toBe('warn');
  });

  it('ignores whether a defendant is an entity', () => {
    expect(judged('entity_plaintiff', [plaintiff('Robin Owner'), defendant('Acme LLC')])).toEqual(passes);
  });
});

describe('party_names', () => {
  const warning = (paths: string) =>
    warns(`More than one person seems to be named in ${paths}. The attorney decides who is a party.`);

  it('warns about every party on either side whose name seems to name two people', () => {
    const parties = [plaintiff('Robin & Sam Owner'), defendant('Terry Tenant'), defendant('John and Mary Smith')];
    expect(judged('party_names', parties)).toEqual(warning('parties[0].name, parties[2].name'));
    expect(judged('party_names', [plaintiff('Robin & Sam Owner', false)])).toEqual(warning('parties[0].name'));
  });

  it("isn't listed if each party is an entity or a single person", () => {
    const entities = [plaintiff('Smith and Sons LLC'), plaintiff('Lee & Lee', true), defendant('Terry Tenant')];
    expect(judged('party_names', entities)).toBeUndefined();
  });
});

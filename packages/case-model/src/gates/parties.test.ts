import { describe, expect, it } from 'vitest';
import type { Party } from '../facts.ts';
import { buildFacts, buildInput, liveInput, resultOf } from './build-input.ts';

const plaintiff = (name: string, isEntity?: boolean): Party => ({ role: 'plaintiff', name, isEntity });
const defendant = (name: string): Party => ({ role: 'defendant', name });

const judged = (gate: string, parties: Party[], ownerOfRecord = 'Robin Owner') => {
  const facts = buildFacts('holdover', { parties });
  return resultOf(gate, buildInput({ ...facts, property: { ...facts.property, ownerOfRecord } }));
};

describe('parties_present', () => {
  it('passes with one on each side, or several', () => {
    const both = [plaintiff('Robin Owner'), defendant('Terry Tenant')];
    expect(judged('parties_present', both)).toEqual({ status: 'pass' });
    expect(judged('parties_present', [...both, plaintiff('Lee'), defendant('Kim')])).toEqual({ status: 'pass' });
  });

  it.each([
    ['nobody', []],
    ['no defendant', [plaintiff('Robin Owner')]],
    ['no plaintiff', [defendant('Terry Tenant')]],
    ['a plaintiff without a name', [plaintiff('  '), defendant('Terry Tenant')]],
  ])('fails with %s', (_, parties) => {
    const reason = 'Name at least one plaintiff and one defendant.';
    expect(judged('parties_present', parties)).toEqual({ status: 'fail', reason });
  });

  it('fails when one name is on both sides, however it is written, and does not repeat it', () => {
    const reason = 'The same name is given as plaintiff and as defendant.';
    expect(judged('parties_present', [plaintiff('Acme, L.L.C.'), defendant('ACME LLC')])).toEqual({
      status: 'fail',
      reason,
    });
  });

  it('keeps names of signs alone apart', () => {
    expect(judged('parties_present', [plaintiff('***'), defendant('???')])).toEqual({ status: 'pass' });
  });
});

describe('plaintiff_authority', () => {
  it.each([
    ['Acme Homes LLC', 'ACME HOMES, L.L.C.'],
    ['Acme Homes, Inc.', 'acme homes inc'],
    ["O'Brien  Trust", 'OBrien Trust'],
    ['Jose\u0301 Gar\u00e7ia', 'JOSÉ GARÇIA'],
    ['Weiße Häuser', 'WEISSE HÄUSER'],
    ['Ａｃｍｅ Homes', 'Acme Homes'],
  ])('takes %j for the owner %j', (name, owner) => {
    expect(judged('plaintiff_authority', [plaintiff(name)], owner)).toEqual({ status: 'pass' });
  });

  it.each([
    ['Acme Homes', 'Acme Homes LLC'],
    ['Jose Garcia', 'José García'],
    ['Acme Homes 2', 'Acme Homes'],
    ['***', '???'],
  ])('does not take %j for the owner %j', (name, owner) => {
    const reason = `${name} is not the owner of record; upload the management agreement or authority.`;
    expect(judged('plaintiff_authority', [plaintiff(name)], owner)).toEqual({ status: 'fail', reason });
  });

  it('judges every plaintiff', () => {
    expect(judged('plaintiff_authority', [plaintiff('Robin Owner'), plaintiff('Max Manager')])).toMatchObject({
      status: 'fail',
      reason: expect.stringContaining('Max Manager is not the owner of record'),
    });
  });

  it('passes with an authority document, in both modes', () => {
    const facts = buildFacts('holdover', { parties: [plaintiff('Max Manager'), defendant('Terry Tenant')] });
    expect(resultOf('plaintiff_authority', buildInput(facts, { documentPurposes: ['authority'] }))).toEqual({
      status: 'pass',
    });
    expect(resultOf('plaintiff_authority', liveInput(facts, { documentPurposes: ['authority'] }))).toEqual({
      status: 'pass',
    });
    expect(resultOf('plaintiff_authority', buildInput(facts, { documentPurposes: ['other'] }))?.status).toBe('fail');
  });

  it('has nothing to judge without a plaintiff', () => {
    expect(judged('plaintiff_authority', [defendant('Terry Tenant')])).toEqual({ status: 'not_applicable' });
  });
});

describe('entity_plaintiff', () => {
  it.each(['Acme Homes LLC', 'Acme Homes, L.L.C.', 'Acme Inc.', 'The Miller Family Trust', 'Riverside Apartments'])(
    'warns of %j when it is not marked as an entity, and passes when it is',
    (name) => {
      const reason = 'Looks like an entity; entities usually need counsel in court';
      expect(judged('entity_plaintiff', [plaintiff(name)])).toEqual({ status: 'warn', reason });
      expect(judged('entity_plaintiff', [plaintiff(name, false)])).toEqual({ status: 'warn', reason });
      expect(judged('entity_plaintiff', [plaintiff(name, true)])).toEqual({ status: 'pass' });
    },
  );

  it.each(['Robin Owner', 'Vince Incaviglia', 'Truster Banks'])('passes for %j', (name) => {
    expect(judged('entity_plaintiff', [plaintiff(name)])).toEqual({ status: 'pass' });
  });

  it('does not mind what a defendant is', () => {
    expect(judged('entity_plaintiff', [plaintiff('Robin Owner'), defendant('Acme LLC')])).toEqual({ status: 'pass' });
  });
});

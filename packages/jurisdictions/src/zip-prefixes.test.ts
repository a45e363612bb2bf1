import { describe, expect, it } from 'vitest';
import { usPack } from './packs/index.ts';
import { sharedZipPrefixes, zipOfAnotherState, zipPrefixes } from './zip-prefixes.ts';

const prefixes = Array.from({ length: 1000 }, (_, index) => `${index}`.padStart(3, '0'));
const codes = usPack.states.map(({ code }) => code);
const statesWith = (prefix: string) => codes.filter((code) => zipOfAnotherState(`${prefix}01`, code) === null);
/** The prefixes that belong to a place. Unassigned ones are accepted for every state. */
const assigned = prefixes.filter((prefix) => statesWith(prefix).length < codes.length);

describe('the table of ZIP prefixes', () => {
  it('contains every state and DC', () => {
    for (const code of codes) expect(assigned.filter((prefix) => statesWith(prefix).includes(code))).not.toEqual([]);
  });

  it('has well-formed ranges that overlap neither within a place nor between places', () => {
    const seen = new Set<string>();
    for (const range of Object.values(zipPrefixes).flatMap((ranges) => ranges.split(' '))) {
      expect(range).toMatch(/^\d{3}(-\d{3})?$/);
      const [first = '', last = first] = range.split('-');
      const inRange = prefixes.filter((prefix) => prefix >= first && prefix <= last);
      expect(inRange).not.toEqual([]);
      for (const prefix of inRange) {
        expect(seen).not.toContain(prefix);
        seen.add(prefix);
      }
    }
  });

  it('assigns a prefix to two states only if it is listed as shared', () => {
    const several = assigned.filter((prefix) => statesWith(prefix).length > 1);
    const listed = Object.keys(sharedZipPrefixes);
    expect(listed.filter((prefix) => !assigned.includes(prefix))).toEqual([]);
    // The Pacific islands aren't states.
    expect(several).toEqual(listed.filter((prefix) => !['967', '969'].includes(prefix)).toSorted());
  });
});

describe('a ZIP code', () => {
  it.each([
    ['20850', 'VA', 'Maryland (MD)', 'Virginia (VA)'],
    ['22201-1234', 'md', 'Virginia (VA)', 'Maryland (MD)'],
    ['90210', 'NV', 'California (CA)', 'Nevada (NV)'],
    ['00501', 'NJ', 'New York (NY)', 'New Jersey (NJ)'],
    ['05501', 'VT', 'Massachusetts (MA)', 'Vermont (VT)'],
    ['73301', 'OK', 'Texas (TX)', 'Oklahoma (OK)'],
    ['20001', 'MD', 'District of Columbia (DC)', 'Maryland (MD)'],
    ['42223', 'OH', 'Kentucky (KY) or Tennessee (TN)', 'Ohio (OH)'],
    ['00901', 'FL', 'Puerto Rico (PR)', 'Florida (FL)'],
    ['09012', 'NY', 'Armed Forces Europe (AE)', 'New York (NY)'],
  ])("%s isn't in %s", (zip, given, places, state) => {
    expect(zipOfAnotherState(zip, given)).toEqual({ places, state });
  });

  it.each([
    ['20850', 'MD'],
    ['06390', 'NY'],
    ['06390', 'CT'],
    ['42223', 'TN'],
    ['83414', 'WY'],
    ['88595', 'TX'],
    ['20598', 'VA'],
    ['99362', 'OR'],
  ])('%s is in %s', (zip, state) => {
    expect(zipOfAnotherState(zip, state)).toBeNull();
  });

  it.each([
    ['00001', 'MD'],
    ['21301', 'MD'],
    ['99999', 'ZZ'],
    ['20850', 'ZZ'],
    ['20850', 'XX'],
  ])('%s is accepted in %s, because the ZIP code or the state is not in the table', (zip, state) => {
    expect(zipOfAnotherState(zip, state)).toBeNull();
  });
});

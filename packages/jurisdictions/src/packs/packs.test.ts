import { describe, expect, test } from 'vitest';
import { daysInMonth, isIsoDate } from '../calendar.ts';
import { documentsOf } from '../registry.ts';
import { rulePacks, usPack } from './index.ts';

// These tests check what the types of a pack can't express. Packs are part of the build, so a release whose tests pass
// has no faulty pack.

const packs = [...rulePacks, usPack].map((pack) => ({ ...pack, name: `${pack.id} ${pack.version}` }));
const unique = (items: readonly unknown[]) => expect(new Set(items).size).toBe(items.length);

/** Returns every object inside a pack, with its path. */
function partsOf(value: unknown, path = ''): [path: string, part: Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, item]) => partsOf(item, `${path}.${key}`));
  return [[path, value as Record<string, unknown>], ...inner];
}

test('no two packs have the same id and version', () => {
  unique(packs.map(({ name }) => name));
});

describe.each(packs)('the pack $name', (pack) => {
  const parts = partsOf(pack);

  test('has a well-formed id and version, and no empty string', () => {
    expect(pack).toMatchObject({
      id: expect.stringMatching(/^[a-z]{2}$/) as string,
      version: expect.stringMatching(/^\d{4}\.[1-9]\d*$/) as string,
    });
    const texts = parts.flatMap(([, part]) => Object.values(part)).filter((value) => typeof value === 'string');
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  });

  test('cites a statute section or a court case for every rule, with the date it was checked against the source', () => {
    const rules = parts.filter(([, part]) => 'citation' in part || 'sure' in part);
    expect(rules.length).toBeGreaterThan(9);
    for (const [path, { citation, source, checked, sure }] of rules) {
      expect(citation, path).toMatch(/§§? ?\d|\w v\. \w/);
      expect([source, sure], path).toEqual([expect.any(String), expect.any(String)]);
      expect(isIsoDate(String(checked)), path).toBe(true);
    }
  });

  test('has only periods of 1 to 365 whole days', () => {
    for (const [path, { days, minimumDays }] of parts)
      for (const count of [days, minimumDays].filter((one) => one !== undefined)) {
        expect(Number.isInteger(count), path).toBe(true);
        expect(count, path).toBeGreaterThanOrEqual(1);
        expect(count, path).toBeLessThanOrEqual(365);
      }
  });

  test('applies the CARES Act from a valid date, and if it gives a last day, that day is valid and not earlier', () => {
    const { inForceFrom, inForceUntil } = pack.cares;
    expect(isIsoDate(inForceFrom)).toBe(true);
    if (inForceUntil !== null) expect([isIsoDate(inForceUntil), inForceUntil >= inForceFrom]).toEqual([true, true]);
  });
});

describe.each([...rulePacks])('the sandbox pack $id $version', (pack) => {
  test('has a state code of two capital letters, and templates for envelope ids and court case numbers', () => {
    expect(pack.stateCode).toMatch(/^[A-Z]{2}$/);
    expect(pack.court.envelopeIds).toContain('{number}');
    expect(pack.court.caseNumbers).toMatch(/\{year\}.*\{number\}|\{number\}.*\{year\}/);
  });

  test('closes its courts only on days that exist, and not on every day of the week', () => {
    const { weekend, holidays, observedShift } = pack.calendar;
    unique(weekend);
    expect(weekend.length).toBeLessThan(7);
    unique(holidays.map(({ name }) => name));
    // 2024 is a leap year, so a holiday may be on February 29.
    for (const rule of holidays) {
      expect(daysInMonth(2024, rule.month), rule.name).toBeGreaterThanOrEqual('day' in rule ? rule.day : 1);
      if ('day' in rule) expect(rule.day, rule.name).toBeGreaterThanOrEqual(1);
    }
    expect(Object.keys(observedShift).every((day) => /^[0-6]$/.test(day))).toBe(true);
  });

  test('attempts service only by methods that the notice allows', () => {
    for (const { methods, attempts } of Object.values(pack.notices)) {
      unique(methods);
      unique(attempts);
      expect(attempts).not.toEqual([]);
      expect(attempts.filter((method) => !methods.includes(method))).toEqual([]);
    }
    for (const days of Object.values(pack.counting.mailDays)) expect([1, 2, 3, 4, 5]).toContain(days);
  });

  test('gives its papers unique ids and file names, and has at least one paper for the filing', () => {
    const documents = documentsOf(pack);
    unique(documents.map(({ id }) => id));
    unique(documents.map(({ filename }) => filename));
    for (const { id, filename } of documents) {
      expect(id).toMatch(new RegExp(`^${pack.id}(\\.[a-z_]+)+\\.v[1-9]\\d*$`));
      expect(filename).toMatch(/^[a-z_-]+\.pdf$/);
    }
    expect(pack.filing).not.toEqual([]);
    for (const { address } of [pack.court, pack.counsel, pack.server]) expect(address).not.toEqual([]);
  });
});

test('each state is listed once, its id is made from its code, and rules refer only to listed states', () => {
  const codes = usPack.states.map(({ code }) => code);
  unique(codes);
  unique(usPack.justCause.map(({ state }) => state));
  for (const { code, id } of usPack.states) expect([code.length, id]).toEqual([2, `us-${code.toLowerCase()}`]);
  for (const { state } of [...usPack.justCause, ...usPack.localAsks]) expect(codes).toContain(state);
});

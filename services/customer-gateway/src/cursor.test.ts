import { ApiError } from '@evict/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCursors, endText, type Listing, listingOfCases, parseEnd } from './cursor.ts';

const newer = 'another secret key, just as long as that';
const cursors = createCursors(['a secret key of a deployment, long enough']);
const scope = { organizationId: 'org_1', mode: 'test' } as const;
const filter = { ground: 'holdover', states: ['draft'] } as const;
const listing = listingOfCases(scope, filter);
const end = endText({
  at: new Date('2026-07-01T09:00:00.123Z'),
  id: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
});
const cursor = cursors.encode(listing, end);

test('decoding a cursor returns the position at which its page ended, and a cursor has at most 512 characters', () => {
  const instants = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.uuid(), (at, uuid) => {
      const there = { at, id: `case_${uuid}` };
      const made = cursors.encode(listing, endText(there));
      expect(parseEnd(cursors.decode(listing, made))).toEqual(there);
      expect(made).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    }),
  );
});

test('a cursor that was altered, shortened or extended is refused', () => {
  const altered = Array.from(cursor, (character, index) => {
    const other = character === 'A' ? 'B' : 'A';
    return cursor.slice(0, index) + other + cursor.slice(index + 1);
  });
  const others = ['', 'A', cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, ` ${cursor}`];
  for (const refused of [...altered, ...others]) expect(() => cursors.decode(listing, refused)).toThrow(ApiError);
});

test('a cursor is valid only for its organization, mode, list, filter and secret key', () => {
  const others: Listing[] = [
    { ...listing, scope: { ...scope, mode: 'live' } },
    { ...listing, scope: { ...scope, organizationId: 'org_2' } },
    { ...listing, list: 'events' },
    { ...listing, filter: 'case.submit' },
    listingOfCases(scope, {}),
    listingOfCases(scope, { ground: 'holdover' }),
    listingOfCases(scope, { ...filter, states: ['closed'] }),
    listingOfCases(scope, filter, 'oak'),
  ];
  for (const other of others) expect(() => cursors.decode(other, cursor)).toThrow(ApiError);
  const sameFilter = listingOfCases(scope, { states: ['draft'], ground: 'holdover', reference: undefined });
  expect(cursors.decode(sameFilter, cursor)).toBe(end);
  expect(() => createCursors([newer]).decode(listing, cursor)).toThrow(ApiError);
});

test('a cursor stays valid when the secret key is rotated, and new ones are encrypted with the newest key', () => {
  const rotated = createCursors([newer, 'a secret key of a deployment, long enough']);
  expect(rotated.decode(listing, cursor)).toBe(end);
  expect(createCursors([newer]).decode(listing, rotated.encode(listing, end))).toBe(end);
});

test("a string that isn't a cursor is refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (text) => {
      expect(() => cursors.decode(listing, text)).toThrow(ApiError);
    }),
  );
});

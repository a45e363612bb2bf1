import { ApiError } from '@evict/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCursors } from './cursor.ts';

const cursors = createCursors('a secret key of a deployment, long enough');
const scope = { organizationId: 'org_1', mode: 'test', filter: { ground: 'holdover', states: ['draft'] } } as const;
const end = { createdAt: new Date('2026-07-01T09:00:00.123Z'), id: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11' };
const cursor = cursors.encode(scope, end);

test('a cursor leads back to where its page ended, and has at most 512 characters', () => {
  const instants = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.uuid(), (createdAt, uuid) => {
      const there = { createdAt, id: `case_${uuid}` };
      const made = cursors.encode(scope, there);
      expect(cursors.decode(scope, made)).toEqual(there);
      expect(made).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    }),
  );
});

test('a cursor that was altered in any character, or is not ours, is refused', () => {
  const altered = Array.from(cursor, (character, index) => {
    const other = character === 'A' ? 'B' : 'A';
    return cursor.slice(0, index) + other + cursor.slice(index + 1);
  });
  const others = ['', 'A', cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, ` ${cursor}`];
  for (const refused of [...altered, ...others]) expect(() => cursors.decode(scope, refused)).toThrow(ApiError);
});

test('a cursor holds for one organization, one mode, one filter and one secret key', () => {
  expect(() => cursors.decode({ ...scope, mode: 'live' }, cursor)).toThrow(ApiError);
  expect(() => cursors.decode({ ...scope, organizationId: 'org_2' }, cursor)).toThrow(ApiError);
  for (const filter of [{}, { ground: 'holdover' }, { ...scope.filter, states: ['closed'] }] as const) {
    expect(() => cursors.decode({ ...scope, filter }, cursor)).toThrow(ApiError);
  }
  const sameFilter = { states: ['draft'], ground: 'holdover', reference: undefined } as const;
  expect(cursors.decode({ ...scope, filter: sameFilter }, cursor)).toEqual(end);
  expect(() => createCursors('another secret key, just as long as that').decode(scope, cursor)).toThrow(ApiError);
});

test('whatever is sent as a cursor is refused in the same way', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (text) => {
      expect(() => cursors.decode(scope, text)).toThrow(ApiError);
    }),
  );
});

import { expect, test } from 'vitest';
import { stateNames } from '../../wording/names.ts';
import { filterOf, stateGroups } from './filter.ts';

test('the address becomes the filter of the API', () => {
  const search = { q: 'way', state: 'closed', ground: 'holdover', reference: 'A-1', since: '2026-07-01' };
  expect(filterOf(search)).toEqual({
    q: 'way',
    state: ['closed'],
    ground: 'holdover',
    reference: 'A-1',
    updatedSince: new Date('2026-07-01T00:00:00').toISOString(),
  });
});

test('what the API does not know is left out', () => {
  expect(filterOf({ sort: 'updatedAt' })).toEqual({ sort: 'updatedAt' });
  expect(filterOf({ sort: 'updatedAt', q: 'way' })).toEqual({ q: 'way' });
  expect(filterOf({ sort: 'name' })).toEqual({});
  expect(filterOf({ state: 'toString', ground: 'constructor', since: '2026-13-45' })).toEqual({});
  expect(filterOf({ since: 'yesterday' })).toEqual({});
});

test('every state is open or finished', () => {
  expect([...stateGroups.open, ...stateGroups.finished].toSorted()).toEqual(Object.keys(stateNames).toSorted());
  expect(filterOf({ state: 'finished' })).toEqual({ state: ['resolved', 'closed', 'withdrawn'] });
});

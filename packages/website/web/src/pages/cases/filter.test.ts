import { expect, test } from 'vitest';
import { stateNames } from '../../wording/names.ts';
import { filterOf, isListed, stateGroups, tabOf } from './filter.ts';

test("the search in the page's URL is converted into the API's filter", () => {
  const search = { q: 'way', state: 'closed', ground: 'holdover', reference: 'A-1', since: '2026-07-01' };
  expect(filterOf(search)).toEqual({
    q: 'way',
    state: ['closed'],
    ground: 'holdover',
    reference: 'A-1',
    updatedSince: new Date('2026-07-01T00:00:00').toISOString(),
  });
  const now = new Date('2026-07-31T12:34:56Z');
  expect(filterOf({ state: 'any', since: '30d' }, now)).toEqual({ updatedSince: '2026-07-01T12:00:00.000Z' });
});

test("values that the API doesn't know are left out of the filter, and by default open cases are listed", () => {
  const state = [...stateGroups.open];
  expect(filterOf({})).toEqual({ state });
  expect(filterOf({ sort: 'updatedAt' })).toEqual({ state, sort: 'updatedAt' });
  expect(filterOf({ sort: 'updatedAt', q: 'way' })).toEqual({ state, q: 'way' });
  expect(filterOf({ sort: 'name' })).toEqual({ state });
  expect(filterOf({ state: 'toString', ground: 'constructor', since: '2026-13-45' })).toEqual({ state });
  expect(filterOf({ since: 'yesterday' })).toEqual({ state });
});

test('every state is open or finished, and belongs to the tab of its group', () => {
  expect([...stateGroups.open, ...stateGroups.finished].toSorted()).toEqual(Object.keys(stateNames).toSorted());
  expect(filterOf({ state: 'finished' })).toEqual({ state: ['resolved', 'closed', 'withdrawn'] });
  const tabs = [undefined, 'open', 'draft', 'cure_period', 'in_court', 'closed', 'any'].map((state) =>
    tabOf(state === undefined ? {} : { state }),
  );
  expect(tabs).toEqual(['open', 'open', 'draft', 'open', 'in_court', 'finished', null]);
});

test('the filter needs_you lists cases in which the customer acts next', () => {
  const actions = (['customer', 'attorney'] as const).map((by) => ({ nextAction: { by, description: '' } }));
  expect(actions.map((one) => isListed({ state: 'needs_you' }, one))).toEqual([true, false]);
  expect(actions.map((one) => isListed({}, one))).toEqual([true, true]);
});

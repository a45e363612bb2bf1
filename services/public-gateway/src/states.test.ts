import { adviceIn } from '@evict/case-model/advice';
import { expect, test } from 'vitest';
import { type StateRecord, stateOn, states } from './states.ts';

const fact = {
  topic: 'notice',
  ground: 'nonpayment',
  text: 'Notice to pay the rent or leave.',
  value: '14 days',
  citation: 'Example Code § 1-101',
  url: 'https://www.example.com/code',
  quote: 'fourteen days after service of the notice',
  asOf: '2025-06',
} as const;
const unchecked = {
  topic: 'court',
  ground: null,
  text: 'The court that hears the case.',
  value: null,
  citation: 'Example Code § 2',
} as const;
const alabama = { code: 'AL', name: 'Alabama', slug: 'alabama' } as const;

test('a fact is shown with its status, and facts without a source are only counted', () => {
  const state: StateRecord = {
    ...alabama,
    facts: [
      { ...fact, asOf: '2019-05', note: 'Another copy says the same.' },
      { ...fact, topic: 'court', ground: null, checkedOn: '2026-11-26' },
      fact,
    ],
    unchecked: [unchecked],
  };
  const shown = stateOn(state, '2026-11-29');
  expect(shown.facts).toEqual([
    { ...fact, checkedOn: null, status: 'as_of' },
    { ...fact, topic: 'court', ground: null, checkedOn: '2026-11-26', status: 'checked' },
    { ...fact, asOf: '2019-05', checkedOn: null, status: 'older' },
  ]);
  expect(shown.summary).toBe(
    'Number of facts about Alabama: 3. Left out because no dated source has been found yet: 1.',
  );
  expect(stateOn(state, '2027-03-01').facts.map(({ status }) => status)).toEqual(['as_of', 'as_of', 'older']);
});

test('the summary of a state says if it has no facts, and mentions facts left out only if there are any', () => {
  expect(stateOn({ ...alabama, facts: [], unchecked: [unchecked] }, '2026-11-29')).toMatchObject({
    facts: [],
    summary: 'No facts about Alabama are shown. Left out because no dated source has been found yet: 1.',
  });
  expect(stateOn({ ...alabama, facts: [fact], unchecked: [] }, '2026-11-29').summary).not.toContain('Left out');
});

test('the text that a page adds to its facts gives no legal advice', () => {
  const said = states.flatMap((state) => Object.values(stateOn({ ...state, facts: [] }, '2026-11-26')));
  expect(said.map(String).flatMap(adviceIn)).toEqual([]);
});

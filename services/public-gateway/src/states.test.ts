import { adviceIn } from '@evict/case-model/advice';
import { expect, test } from 'vitest';
import { readStates, type StateRecord, stateOn } from './states.ts';

const fact = {
  topic: 'notice',
  ground: 'nonpayment',
  text: 'Notice to pay the rent or leave.',
  value: '14 days',
  citation: 'Example Code § 1-101',
  url: 'https://www.example.com/code',
  quote: 'fourteen days after service of the notice',
  asOf: '2026',
  checkedOn: '2026-11-26',
  checkedBy: 'engineering',
} as const;

test('facts that are too old or unchecked are left out, and the summary says so', () => {
  const { checkedOn: _, url: _url, quote: _quote, asOf: _asOf, checkedBy: _by, ...unchecked } = fact;
  const court = { ...fact, topic: 'court', ground: null, checkedOn: '2026-09-01' } as const;
  const state: StateRecord = {
    code: 'AL',
    name: 'Alabama',
    slug: 'alabama',
    facts: [court, fact],
    unchecked: [unchecked],
  };
  const copied = { ...fact, checkedOn: null, checkedBy: null };
  expect(stateOn({ ...state, facts: [copied], unchecked: [] }, '2026-11-26')).toMatchObject({
    facts: [],
    summary: expect.stringMatching(/^No fact about Alabama is shown\. .* days: 1\.$/),
  });
  expect(stateOn(state, '2026-11-26')).toMatchObject({
    facts: [fact, court],
    summary:
      'Facts about Alabama that are shown: 2. Left out, as nobody found them in a source in the last 90 days: 1.',
  });
  expect(stateOn(state, '2026-12-01')).toMatchObject({ facts: [fact], summary: expect.stringMatching(/days: 2\.$/) });
  expect(stateOn(state, '2027-12-01')).toMatchObject({
    facts: [],
    summary: expect.stringMatching(/^No fact about Alabama is shown\. .* days: 3\.$/),
  });
  expect(stateOn({ ...state, facts: [fact], unchecked: [] }, '2026-11-26').summary).not.toContain('Left out');
});

test('what a page says of its facts is no advice', () => {
  const said = readStates().flatMap((state) => Object.values(stateOn({ ...state, facts: [] }, '2026-11-26')));
  expect(said.map(String).flatMap(adviceIn)).toEqual([]);
});

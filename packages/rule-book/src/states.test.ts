import { readdirSync } from 'node:fs';
import { adviceIn } from '@evict/case-model/advice';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parseState, readStates, type StateRecord, stateOn } from './states.ts';

const states = readStates();
const all = states.flatMap(({ slug, facts }) => facts.map((fact) => ({ slug, ...fact })));
const today = new Date().toISOString().slice(0, 10);

test('every state and DC has one valid file, and there is no other', () => {
  const folder = new URL('../../jurisdictions/src/states/', import.meta.url);
  expect(readdirSync(folder).toSorted()).toEqual(states.map(({ slug }) => `${slug}.yaml`).toSorted());
  expect(states).toHaveLength(51);
});

test('no fact was checked in the future, or before its text was written, and none is there twice', () => {
  expect(all.length).toBeGreaterThan(0);
  for (const { slug, checkedOn, checkedBy, asOf, quote } of all) {
    expect([slug, quote, (checkedOn ?? today) <= today && asOf <= (checkedOn ?? today)]).toEqual([slug, quote, true]);
    expect([slug, quote, checkedBy === null]).toEqual([slug, quote, checkedOn === null]);
  }
  const told = all.map(({ slug, topic, ground, quote }) => JSON.stringify([slug, topic, ground, quote]));
  expect(new Set(told).size).toBe(told.length);
});

test('what the service says itself of a state is no advice', () => {
  const said = states.flatMap((state) => [
    ...[...state.facts, ...state.unchecked].map(({ text }) => text),
    ...Object.values(stateOn({ ...state, facts: [] }, today)).map(String),
  ]);
  expect(said.flatMap(adviceIn)).toEqual([]);
});

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
const file = (one: object) => stringify({ facts: [one], unchecked: [] });

test('a complete fact is read as it stands in its file', () => {
  expect(parseState('example', file(fact))).toEqual({ facts: [fact], unchecked: [] });
});

test.each([
  ...Object.keys(fact).map((name) => [`without its ${name}`, { ...fact, [name]: undefined }, name] as const),
  ['of an unknown topic', { ...fact, topic: 'weather' }, 'topic'],
  ['of an unknown ground', { ...fact, ground: 'eviction' }, 'ground'],
  ['with a quote of 26 words', { ...fact, quote: Array(26).fill('word').join(' ') }, 'quote'],
  ['with a quote of three words', { ...fact, quote: 'ten days notice' }, 'quote'],
  ['whose page is not https', { ...fact, url: 'http://www.example.com/' }, 'url'],
  ['whose page is a script', { ...fact, url: 'javascript:alert(1)' }, 'url'],
  ['checked on no day', { ...fact, checkedOn: '2026-02-30' }, 'checkedOn'],
  ['with a field more', { ...fact, sure: true }, 'sure'],
] as const)('a fact %s is refused', (_, one, field) => {
  expect(() => parseState('example', file(one))).toThrow(`facts[0].${field}`);
});

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

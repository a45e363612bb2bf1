import { readdirSync, readFileSync } from 'node:fs';
import { adviceIn } from '@evict/case-model/advice';
import { stateFile, validate } from '@evict/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { usPack } from './packs/index.ts';
import { stateSlug } from './state-facts.ts';

const folder = new URL('states/', import.meta.url);
const files = readdirSync(folder).map((name) => {
  const read = validate(stateFile, parse(readFileSync(new URL(name, folder), 'utf8')));
  return { name, faults: read.ok ? [] : read.issues, ...(read.ok ? read.value : { facts: [], unchecked: [] }) };
});
const all = files.flatMap(({ name, facts }) => facts.map((fact) => ({ name, ...fact })));

test('every state and DC has one valid file, and there are no other files', () => {
  expect(files.map(({ name }) => name).toSorted()).toEqual(
    usPack.states.map(({ name }) => `${stateSlug(name)}.yaml`).toSorted(),
  );
  expect(files.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

const today = new Date().toISOString().slice(0, 10);

test.each(files.map(({ name, facts }) => [name, facts] as const))(
  'every fact in %s has a citation, an https page, a short quote and plausible dates',
  (_, facts) => {
    for (const { topic, ground, text, value, ...fact } of facts) {
      const isComplete =
        fact.citation.length > 0 &&
        new URL(fact.url).protocol === 'https:' &&
        isInRange(fact.quote.split(/\s+/u).length, 4, 25) &&
        isPast(fact.asOf) &&
        (fact.checkedOn === undefined || (isPast(fact.checkedOn) && fact.asOf <= fact.checkedOn));
      expect({ topic, ground, text, value, ...fact, isComplete }).toMatchObject({ isComplete: true });
    }
  },
);

const isInRange = (count: number, min: number, max: number) => count >= min && count <= max;

/** Returns whether a day or month exists in the calendar and has begun. */
function isPast(date: string): boolean {
  const day = `${date}-01`.slice(0, 10);
  return date <= today && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

test('every state has at least one fact', () => {
  expect(files.filter(({ facts }) => facts.length === 0).map(({ name }) => name)).toEqual([]);
});

test('no fact appears twice', () => {
  const told = all.map(({ name, topic, ground, quote }) => JSON.stringify([name, topic, ground, quote]));
  expect(new Set(told).size).toBe(told.length);
});

test('no text about a fact gives legal advice', () => {
  const texts = files.flatMap(({ facts, unchecked }) => [...facts, ...unchecked].map(({ text }) => text));
  expect(texts.flatMap(adviceIn)).toEqual([]);
});

const fact = {
  topic: 'notice',
  ground: 'nonpayment',
  text: 'Notice to pay the rent or leave.',
  value: '14 days',
  citation: 'Example Code § 1-101',
  url: 'https://www.example.com/code',
  quote: 'fourteen days after service of the notice',
  asOf: '2026-03',
} as const;
const fileOf = (one: object) => ({ facts: [one], unchecked: [] });

test.each([fact, { ...fact, checkedOn: '2026-11-26', note: 'Two copies differ; this is the newer one.' }])(
  'a complete fact is read unchanged from its file',
  (one) => {
    expect(validate(stateFile, fileOf(one))).toEqual({ ok: true, value: fileOf(one) });
  },
);

test.each([
  ...Object.keys(fact).map((name) => [`without its ${name}`, { ...fact, [name]: undefined }, name] as const),
  ['of an unknown topic', { ...fact, topic: 'weather' }, 'topic'],
  ['of an unknown ground', { ...fact, ground: 'eviction' }, 'ground'],
  ['with a quote of 26 words', { ...fact, quote: Array(26).fill('word').join(' ') }, 'quote'],
  ['with a quote of three words', { ...fact, quote: 'ten days notice' }, 'quote'],
  ['whose page is not https', { ...fact, url: 'http://www.example.com/' }, 'url'],
  ['whose page is a script', { ...fact, url: 'javascript:alert(1)' }, 'url'],
  ['dated with only a year', { ...fact, asOf: '2026' }, 'asOf'],
  ['dated with a month that does not exist', { ...fact, asOf: '2026-13' }, 'asOf'],
  ['checked on a day that does not exist', { ...fact, checkedOn: '2026-02-30' }, 'checkedOn'],
  ['with an unknown field', { ...fact, sure: true }, 'sure'],
] as const)('a fact %s is refused', (_, one, field) => {
  expect(validate(stateFile, fileOf(one))).toMatchObject({
    ok: false,
    issues: expect.arrayContaining([expect.objectContaining({ path: `facts[0].${field}` })]) as unknown,
  });
});

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

test('every state and DC has one valid file, and there is no other', () => {
  expect(files.map(({ name }) => name).toSorted()).toEqual(
    usPack.states.map(({ name }) => `${stateSlug(name)}.yaml`).toSorted(),
  );
  expect(files.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

test('no fact was checked in the future, or before its text was written, and none is there twice', () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(all.length).toBeGreaterThan(0);
  for (const { name, checkedOn, checkedBy, asOf, quote } of all) {
    expect([name, quote, (checkedOn ?? today) <= today && asOf <= (checkedOn ?? today)]).toEqual([name, quote, true]);
    expect([name, quote, checkedBy === null]).toEqual([name, quote, checkedOn === null]);
  }
  const told = all.map(({ name, topic, ground, quote }) => JSON.stringify([name, topic, ground, quote]));
  expect(new Set(told).size).toBe(told.length);
});

test('no text about a fact is advice', () => {
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
  asOf: '2026',
  checkedOn: '2026-11-26',
  checkedBy: 'engineering',
} as const;
const fileOf = (one: object) => ({ facts: [one], unchecked: [] });

test('a complete fact is read as it stands in its file', () => {
  expect(validate(stateFile, fileOf(fact))).toEqual({ ok: true, value: fileOf(fact) });
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
  expect(validate(stateFile, fileOf(one))).toMatchObject({
    ok: false,
    issues: expect.arrayContaining([expect.objectContaining({ path: `facts[0].${field}` })]) as unknown,
  });
});

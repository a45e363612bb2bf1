import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { causes } from './causes/index.ts';
import { readResults } from './results.ts';
import { rulesOf, shorten, shortenRules } from './rules.ts';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const text = read('deploy/observability/prometheus/alerts.yml');
const tests = read('deploy/observability/prometheus/alerts.test.yml');

test('ranges and waiting times are shortened, and nothing else is', () => {
  const factor = 30;
  const short = rulesOf(shortenRules(text, () => factor));
  const timeless = (rule: object) => JSON.stringify(rule).replace(/\[[^\]]*?\d+(ms|[smhd])\]|"for":"[^"]*"/g, '');
  expect(short.map(timeless)).toEqual(rulesOf(text).map(timeless));
  const range = (alert: string) => /\[(\w+)\]/.exec(short.find((rule) => rule.alert === alert)?.expr ?? '')?.[1];
  expect(range('ServerErrors')).toBe('10000ms');
  expect(range('MailGivenUp')).toBe('120000ms');
  expect(short.find(({ alert }) => alert === 'RetentionStalled')?.for).toBe('120000ms');
});

test('each alert has its own factor', () => {
  const short = rulesOf(shortenRules(text, (alert) => (alert === 'CasesNotReconciled' ? 5 : 60)));
  expect(short.find(({ alert }) => alert === 'CasesNotReconciled')?.expr).toContain('[120000ms]');
  expect(short.find(({ alert }) => alert === 'ProcessMissing')?.for).toBe('1000ms');
});

test('a text keeps its words', () => {
  expect(shorten('group_wait: 30s # 5 minutes', 30)).toBe('group_wait: 1000ms # 5 minutes');
});

test('every alert is caused by the command, or proven with given values', () => {
  const caused = causes.map(({ alert }) => alert);
  const proven = rulesOf(text).flatMap(({ alert }) => (tests.includes(`alertname: ${alert}\n`) ? alert : []));
  const known = rulesOf(text).map(({ alert }) => alert);
  expect([...new Set([...caused, ...proven, 'AlertsArrive'])].sort()).toEqual(known.toSorted());
  const tried = readResults().map(({ alert }) => alert);
  expect(tried).toEqual(known.filter((alert) => caused.includes(alert) && tried.includes(alert)));
});

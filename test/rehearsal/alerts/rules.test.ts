import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { causes } from './alerts.ts';
import { rulesOf } from './rules.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../deploy/observability/prometheus/${name}`, import.meta.url), 'utf8');

test('every alert is caused by the rehearsal, or proven with given values', () => {
  const tests = read('alerts.test.yml');
  const known = rulesOf(read('alerts.yml')).map(({ alert }) => alert);
  const proven = known.filter((alert) => tests.includes(`alertname: ${alert}\n`));
  expect([...new Set([...Object.keys(causes), ...proven, 'AlertsArrive'])].sort()).toEqual(known.toSorted());
});

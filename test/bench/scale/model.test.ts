import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Measured, planFor, workload } from './model.ts';

const measured = JSON.parse(readFileSync(new URL('measured.json', import.meta.url), 'utf8')) as Measured;
const plan = planFor(measured, workload);

test('cases that come in, times the days that each is open, are the open cases', () => {
  expect(plan.newCasesPerDay * measured.costs.eventsOfCase).toBeCloseTo(workload.eventsPerDay);
  expect(plan.newCasesPerDay * plan.openDays).toBeCloseTo(workload.openCases);
});

test('what is stored stands still once retention removes as much as comes in', () => {
  const rows = (years: number) => plan.sizes.find((size) => size.years === years)?.rowsGb ?? Number.NaN;
  expect(rows(3)).toBeGreaterThan(rows(1));
  expect(rows(6)).toBeGreaterThan(rows(3));
  expect(rows(10) / rows(6)).toBeLessThan(1.01);
});

test('ten times the load takes ten times the work, and no process less than two', () => {
  const ten = planFor(measured, {
    ...workload,
    openCases: 10 * workload.openCases,
    eventsPerDay: 10 * workload.eventsPerDay,
  });
  expect(ten.peakCores['Case worker']).toBeCloseTo(10 * plan.peakCores['Case worker']);
  expect(ten.temporal.openGb).toBeCloseTo(10 * plan.temporal.openGb);
  expect(Math.min(...Object.values(plan.processes))).toBe(2);
  const carried = ten.processes['case worker'] / 2;
  expect(carried).toBeGreaterThanOrEqual(ten.peakCores['Case worker']);
});

test('servers hold the open cases in memory, at half of their processors', () => {
  const ten = planFor(measured, {
    ...workload,
    openCases: 10 * workload.openCases,
    eventsPerDay: 10 * workload.eventsPerDay,
  });
  for (const { servers, openGb, peakCores } of [plan, ten]) {
    for (const name of ['service', 'temporal'] as const) {
      const { kind, count } = servers[name];
      expect(count * kind.memoryGb).toBeGreaterThan(openGb[name]);
      expect(count * kind.cores).toBeGreaterThanOrEqual(peakCores.PostgreSQL);
    }
  }
  expect(plan.servers.service.count).toBe(1);
});

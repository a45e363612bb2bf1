import { routes } from '@evict/contract';
import { expect, test } from 'vitest';
import { createRouteTable } from './route-table.ts';

const table = createRouteTable<string>();
for (const [name, { method, path }] of Object.entries(routes)) table.add(method, path, name);

test.each(Object.entries(routes))('%s is found by its method and path', (name, { method, path }) => {
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, param = ''], n) => [param, `value_${n}`]));
  const sent = path.replace(/\{(\w+)\}/g, (_, param: string) => params[param] ?? '');
  expect(table.find(method, sent)).toEqual({ value: name, params });
});

test.each([
  '/v1/cases/',
  '/v1/Cases',
  'v1/cases',
  '/v1//cases',
  '/v1/cases//events',
  '/v1/cases/case_1/',
  '/v1/cases/case_1/nothing',
  '/v1/c%61ses',
  '/',
  '',
  '*',
  '/v1',
])('%j is no path of the table', (path) => {
  expect(table.find('GET', path)).toBeNull();
});

test('a path that is there has no value for another method', () => {
  expect(table.find('DELETE', '/v1/cases')).toBeNull();
  expect(table.find('OPTIONS', '/v1/cases')).toBeNull();
});

test.each([
  ['case%5F1', 'case_1'],
  ['a%2Fb', 'a/b'],
  ['%E0%A4%A', '%E0%A4%A'],
  ['__proto__', '__proto__'],
])('the parameter %j is %j', (sent, id) => {
  expect(table.find('GET', `/v1/cases/${sent}`)?.params['id']).toBe(id);
});

test('two values for one path and method, or two names for one parameter, are a fault', () => {
  const faulty = createRouteTable<string>();
  faulty.add('GET', '/a/{id}', 'first');
  expect(() => faulty.add('GET', '/a/{id}', 'second')).toThrow('twice');
  expect(() => faulty.add('GET', '/a/{other}/b', 'third')).toThrow('another path');
});

import { expect, test } from 'vitest';
import { createCaseBody } from './schemas/case-input.ts';
import { loginBody } from './routes/public.ts';
import { listCasesQuery } from './schemas/case.ts';
import { faults } from '../test/faults.ts';
import { validate } from './validate.ts';

const issuesOf = (schema: Parameters<typeof validate>[0], value: unknown) => {
  const result = validate(schema, value);
  return result.ok ? [] : result.issues;
};

test('a valid value is returned unchanged', () => {
  const body = { email: 'a', password: 'b' };
  expect(validate(loginBody, body)).toEqual({ ok: true, value: body });
});

test.each([
  [undefined, 'required'],
  [null, 'null'],
  [[], 'type'],
  ['text', 'type'],
  [1, 'type'],
  [true, 'type'],
])('the body %j is refused with a single error about the whole body', (body, code) => {
  expect(issuesOf(loginBody, body)).toEqual([{ path: '', code, message: expect.any(String) as string }]);
});

test('values of another type are refused, not converted', () => {
  expect(faults(loginBody, { email: 1, password: true })).toEqual(['email type', 'password type']);
});

test('messages state the rule and never repeat the value', () => {
  const secret = 'hunter2-secret-value';
  const issues = issuesOf(createCaseBody, {
    ground: secret,
    entryPoint: [secret],
    property: { line1: secret.repeat(20), city: `${secret}\u0000`, state: secret, zip: secret, ownerOfRecord: {} },
    parties: secret,
    ledger: [{ date: secret, type: secret, amountCents: secret }],
    attestations: { servicemember: secret },
  });
  expect(issues.length).toBeGreaterThan(8);
  for (const { message } of issues) {
    expect(message).not.toContain(secret);
    expect(message).toMatch(/^[A-Z].*\.$/u);
  }
});

test('field names that would make a path ambiguous are quoted in the path', () => {
  const named = (name: string) => issuesOf(loginBody, { email: 'a', password: 'b', [name]: 1 })[0]?.path;
  expect(named('a-b c')).toBe('a-b c');
  expect(named('a.b')).toBe('["a.b"]');
  expect(named('a[0]')).toBe('["a[0]"]');
  expect(named('')).toBe('[""]');
});

test("inherited values don't replace missing fields", () => {
  const body: unknown = Object.create({ email: 'a', password: 'b' });
  expect(faults(loginBody, body)).toEqual(['email required', 'password required']);
});

test('a field whose name yup uses internally is checked like any other', () => {
  const reference: unknown = JSON.parse('{"__isYupRef": true}');
  expect(issuesOf(loginBody, { email: reference, password: 'b' }).map(({ code }) => code)).toEqual(['type']);
  expect(issuesOf(loginBody, reference).map(({ code }) => code)).toEqual(['required', 'required', 'unknown_field']);
});

test('validating two million items or half a million unknown fields takes linear time and returns a bounded list of issues', () => {
  const before = performance.now();
  const wide = issuesOf(createCaseBody, {
    ledger: Array.from({ length: 2_000_000 }, () => 0),
    parties: Array.from({ length: 300_000 }, () => null),
  });
  expect(wide.filter(({ path }) => path.startsWith('ledger'))).toHaveLength(1001);
  expect(wide.filter(({ path }) => path.startsWith('parties'))).toHaveLength(21);
  const many = Object.fromEntries(Array.from({ length: 500_000 }, (_, index) => [`f${index}`, 0]));
  expect(issuesOf(createCaseBody, many)).toHaveLength(10_000);
  // This is far more than a slow machine needs, and far less than quadratic time would take.
  expect(performance.now() - before).toBeLessThan(60_000);
}, 120_000);

test('a limit must be a positive whole number of at most nine digits', () => {
  const isTaken = (limit: unknown) => validate(listCasesQuery, { limit }).ok;
  for (const limit of ['1', '100', '999999999', '007']) expect(isTaken(limit), limit).toBe(true);
  for (const limit of ['0', '000', '-1', '1.5', '1e2', ' 1', '1\n', '1000000000', '', '٣', ['1', '2']])
    expect(isTaken(limit), String(limit)).toBe(false);
});

test('a cursor can have at most 512 characters, and an unknown query parameter is reported', () => {
  expect(validate(listCasesQuery, { cursor: 'c'.repeat(512) }).ok).toBe(true);
  expect(faults(listCasesQuery, { cursor: 'c'.repeat(513), offset: '1' })).toEqual([
    'cursor too_long',
    'offset unknown_field',
  ]);
});

import { describe, expect, test } from 'vitest';
import { validate } from '../validate.ts';
import { loginBody, signupBody } from './public.ts';

const signup = { name: 'N', organizationName: 'O', email: 'a@b.co', password: 'p'.repeat(10) };

function codes(schema: typeof signupBody | typeof loginBody, body: unknown): string[] {
  const result = validate(schema, body);
  return result.ok ? [] : result.issues.map(({ path, code }) => `${path} ${code}`);
}

describe('sign-up', () => {
  test.each(['a@b.co', "o'neil+x_y-z@mail.example.org", 'A.B.C@EXAMPLE.COM', 'a@1.2.museum', 'a@x-y.io', '1@b.co'])(
    'takes the address %s',
    (email) => {
      expect(codes(signupBody, { ...signup, email })).toEqual([]);
    },
  );

  test.each([
    '',
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a@b.c',
    'a@b.c1',
    'a@b.12',
    'a@.co',
    'a@b..co',
    'a@-b.co',
    'a@b-.co',
    '.a@b.co',
    'a.@b.co',
    'a..b@b.co',
    'a b@b.co',
    'a"b@b.co',
    'a!b@b.co',
    'ä@b.co',
    'a@bä.co',
    'a@[127.0.0.1]',
    'a@b.co\n',
    'a@b.co, c@d.co',
    'a@b@c.co',
  ])('refuses the address %j', (email) => {
    expect(codes(signupBody, { ...signup, email })).toEqual(['email pattern']);
  });

  test.each([
    ['name', 1, 120],
    ['organizationName', 1, 120],
    ['password', 10, 200],
  ])('%s has %i to %i characters', (field, min, max) => {
    for (const length of [min, max]) expect(codes(signupBody, { ...signup, [field]: 'x'.repeat(length) })).toEqual([]);
    expect(codes(signupBody, { ...signup, [field]: 'x'.repeat(min - 1) })).toEqual([`${field} too_short`]);
    expect(codes(signupBody, { ...signup, [field]: 'x'.repeat(max + 1) })).toEqual([`${field} too_long`]);
    expect(codes(signupBody, { ...signup, [field]: `\u0000${'x'.repeat(min)}` })).toEqual([`${field} invalid_text`]);
  });

  test('an address has at most 254 characters', () => {
    expect(codes(signupBody, { ...signup, email: `${'a'.repeat(249)}@b.co` })).toEqual([]);
    expect(codes(signupBody, { ...signup, email: `${'a'.repeat(250)}@b.co` })).toEqual(['email too_long']);
  });

  test('every field is required and no other is known', () => {
    expect(codes(signupBody, { role: 'owner' })).toEqual([
      'name required',
      'organizationName required',
      'email required',
      'password required',
      'role unknown_field',
    ]);
  });

  test('a long address that nearly fits is refused in linear time', () => {
    const before = performance.now();
    for (const email of [
      `${'a'.repeat(30_000)}@${'a'.repeat(30_000)}`,
      `${'a.'.repeat(30_000)}@`,
      `a@${'a-'.repeat(30_000)}`,
    ]) {
      expect(codes(signupBody, { ...signup, email })).toEqual(['email pattern', 'email too_long']);
    }
    expect(performance.now() - before).toBeLessThan(2000);
  });
});

describe('sign-in', () => {
  test.each([
    ['email', 254],
    ['password', 200],
  ])('%s is any text of 1 to %i characters', (field, max) => {
    const body = { email: 'x', password: 'x' };
    expect(codes(loginBody, { ...body, [field]: 'x'.repeat(max) })).toEqual([]);
    expect(codes(loginBody, { ...body, [field]: '' })).toEqual([`${field} too_short`]);
    expect(codes(loginBody, { ...body, [field]: 'x'.repeat(max + 1) })).toEqual([`${field} too_long`]);
  });
});

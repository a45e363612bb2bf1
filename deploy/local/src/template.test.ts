import { expect, test } from 'vitest';
import { render } from './template.ts';

test('every name gets its value', () => {
  expect(render('${A}:${B_C} ${A}', { A: 1, B_C: 'two' })).toBe('1:two 1');
});

test('a value is put as it is, with no meaning of its own', () => {
  expect(render('${A}', { A: '$& ${B} $1' })).toBe('$& ${B} $1');
});

test('a name without a value is refused', () => {
  expect(() => render('${A} ${MISSING}', { A: 1 })).toThrow('no value for MISSING');
});

import { expect, test } from 'vitest';
import { pairs, table } from './output.ts';

test('columns fit their content, and absent values are dashes', () => {
  expect(
    table(
      ['ID', 'STATES'],
      [
        ['a', ['MD', 'VA']],
        ['long', []],
        [null, undefined],
      ],
    ),
  ).toBe(['ID    STATES', 'a     MD,VA', 'long  -', '-     -'].join('\n'));
  expect(table(['ID'], [], 'no cases')).toBe('no cases');
});

test('a name and a value a line', () => {
  expect(pairs({ case: 'x', 'legal hold': 'off' })).toBe('case:        x\nlegal hold:  off');
});

test('what others have written cannot steer the terminal or break a line', () => {
  expect(table(['X'], [['a\u001b[2Jb\nc\u202ed']])).toBe('X\na [2Jb c d');
});

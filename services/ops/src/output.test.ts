import { expect, test } from 'vitest';
import { pairs, table } from './output.ts';

test('columns fit their content, and absent values are dashes', () => {
  const rows = [
    { id: 'a', states: ['MD', 'VA'], verified: true },
    { id: 'long', states: [], verified: false },
    { id: null, states: undefined, verified: null },
  ];
  const columns = { ID: 'id', STATES: 'states', OK: ({ verified }: (typeof rows)[number]) => verified } as const;
  expect(table(rows, columns)).toBe(
    ['ID    STATES  OK', 'a     MD,VA   yes', 'long  -       no', '-     -       -'].join('\n'),
  );
  expect(table([], {}, 'no cases')).toBe('no cases');
});

test('pairs are printed as one name and value per line', () => {
  expect(pairs({ case: 'x', 'legal hold': 'off' })).toBe('case:        x\nlegal hold:  off');
});

test('text from other people cannot control the terminal or break a line', () => {
  expect(table([{ text: 'a\u001b[2Jb\nc\u202ed' }], { X: 'text' })).toBe('X\na [2Jb c d');
});

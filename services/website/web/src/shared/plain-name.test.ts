import { expect, test } from 'vitest';
import { plainName } from './plain-name.ts';

test('a name cannot turn its direction', () => {
  expect(plainName('notice\u202Egpj.exe')).toBe('notice\uFFFDgpj.exe');
  expect(plainName('\u2067x\u2069')).toBe('\uFFFDx\uFFFD');
});

test('any other name stays as it is', () => {
  for (const name of ['Łódź, дом.pdf', 'שלום.pdf', '<b>"&.png', '👩‍⚖️.jpg']) expect(plainName(name)).toBe(name);
});

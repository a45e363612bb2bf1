import { expect, test } from 'vitest';
import { nameFault } from './party-name.ts';

test.each([
  ['pat@example.com', 'an email address'],
  ['Pat <pat@example.com>', 'an email address'],
  ['1200', 'a number'],
  ['$1,200.00', 'a number'],
  ['123-45', 'a number'],
  ['7/1/2026', 'a number'],
  ['–', 'a number'],
  ['t0012345', 'a code'],
  ['T 0012345', 'a code'],
  ['4B', 'a code'],
  ['MD 21244', 'a code'],
  ['Example, Pat (t0012345)', 'has a code in it'],
  ['Pat Example 555-123-4567', 'has a telephone number'],
  ['12 Sandbox Way', 'an address'],
  ['Unit 4B', 'an address'],
  ['VACANT', 'not a name'],
  ['#REF!', 'not a name'],
  ['N/A', 'not a name'],
])('“%s” is refused as a party name: %s', (text, what) => {
  expect(nameFault(text)).toContain(what);
});

test.each([
  'Pat Example',
  'Example, Pat',
  'Pat Example 3rd',
  '1600 Market LLC',
  '7-Eleven, Inc.',
  'Q',
  'José Muñoz',
  '王',
])('“%s” is accepted as a party name', (text) => {
  expect(nameFault(text)).toBeNull();
});

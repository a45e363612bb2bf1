import { expect, test } from 'vitest';
import { isEntity, namesIn, peopleIn } from './names.ts';

test.each([
  ['Pat Example and Robin Example', ['Pat Example', 'Robin Example']],
  ['Pat Example & Robin Example', ['Pat Example', 'Robin Example']],
  ['Pat Example, Robin Example', ['Pat Example', 'Robin Example']],
  ['Pat Example, Robin Example, and Kim Sample', ['Pat Example', 'Robin Example', 'Kim Sample']],
  ['Pat Example / Robin Example', ['Pat Example', 'Robin Example']],
  ['Pat Example and/or Robin Example', ['Pat Example', 'Robin Example']],
  ['Pat & Robin Example', ['Pat Example', 'Robin Example']],
  ['Example, Pat & Robin', ['Example, Pat', 'Robin Example']],
  ['Example, Pat and Sample, Robin', ['Example, Pat', 'Sample, Robin']],
  ['Smith, John A. and Smith, Mary B.', ['Smith, John A.', 'Smith, Mary B.']],
  ['Smith, John A. and Mary B.', ['Smith, John A.', 'Mary B. Smith']],
  ['John A. and Mary B. Smith', ['John A. Smith', 'Mary B. Smith']],
  ['Oak, Inc. and Pat Example', ['Oak, Inc.', 'Pat Example']],
  ['Pat Example or Robin Sample', ['Pat Example', 'Robin Sample']],
  ['Pat Example | Robin Sample', ['Pat Example', 'Robin Sample']],
  ['Pat Example - Robin Sample', ['Pat Example', 'Robin Sample']],
  ['Pat Example and Oak Diner LLC', ['Pat Example', 'Oak Diner LLC']],
  ['Pat & Robin Example Jr.', ['Pat Example', 'Robin Example Jr.']],
  ['Maria and Juan de la Cruz', ['Maria de la Cruz', 'Juan de la Cruz']],
  ['Pat Example & Robin', ['Pat Example', 'Robin Example']],
  ['Smith & Jones', ['Smith', 'Jones']],
  ['Pat, Robin, Kim Example', ['Pat Example', 'Robin Example', 'Kim Example']],
  ['Pat Example, Jr. and Robin Example', ['Pat Example, Jr.', 'Robin Example']],
  ['Oak Diner LLC and Pat Example', ['Oak Diner LLC', 'Pat Example']],
])('“%s” is offered as the names %j', (name, people) => {
  expect(peopleIn(name)).toEqual(people);
});

test.each([
  'Pat Example',
  'Example, Pat',
  'Example Smith, Pat',
  'Pat Example, Jr.',
  'Pat Example a/k/a Pat Sample',
  'Pat Example d/b/a Oak Diner',
  'Pat Example c/o Robin Agency',
  'Example, Pat et al.',
  'Andy Sandoval',
  'Smith and Sons LLC',
  'Oak Realty, Inc.',
  'Pat Anderson-Land',
])('“%s” is one name', (name) => {
  expect(peopleIn(name)).toBeNull();
});

test('a semicolon or line break separates names', () => {
  expect(namesIn('Terry Example; Alex Example\nKim Q; None')).toEqual(['Terry Example', 'Alex Example', 'Kim Q']);
});

test.each([
  ['Oak L.L.C.', true],
  ['Oak Realty, Inc.', true],
  ['Cora Lincoln', false],
  ['Pat Trustman', false],
])('“%s” is an entity: %s', (name, isOne) => {
  expect(isEntity(name)).toBe(isOne);
});

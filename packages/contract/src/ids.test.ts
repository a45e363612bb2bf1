import { expect, test } from 'vitest';
import { isId } from './ids.ts';

const uuid = '5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11';

test('an id consists of the prefix of its kind and a lowercase UUID', () => {
  expect(isId('case', `case_${uuid}`)).toBe(true);
  expect(isId('document', `doc_${uuid}`)).toBe(true);
  const others = [
    '',
    uuid,
    `doc_${uuid}`,
    `case_${uuid.toUpperCase()}`,
    `CASE_${uuid}`,
    `case_${uuid}\n`,
    `case_${uuid}0`,
  ];
  expect(others.filter((text) => isId('case', text))).toEqual([]);
});

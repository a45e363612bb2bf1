import { expect, test } from 'vitest';
import { isCurrent } from './state-facts.ts';

test.each([
  ['on the day of its check', '2026-11-26', true],
  ['ninety days after it', '2027-02-24', true],
  ['ninety-one days after it', '2027-02-25', false],
  ['the day before it', '2026-11-25', false],
  ['years after it', '2031-11-26', false],
])('a fact %s is shown or left out', (_, today, shown) => {
  expect(isCurrent({ checkedOn: '2026-11-26' }, today)).toBe(shown);
});

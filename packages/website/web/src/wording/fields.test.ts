import { expect, test } from 'vitest';
import { faultText, fieldName, inWords, inWordsAtDesk } from './fields.ts';

test.each([
  ['parties[0].name', 'Party 1, name'],
  ['ledger[11].amountCents', 'Line 12, amount'],
  ['amountOwedCents', 'Amount owed'],
  ['property.zip', 'Property, ZIP code'],
  ['priorNotice.servedDate', 'Prior notice, date of service'],
])('the path %s is shown as “%s”', (path, name) => {
  expect(fieldName(path)).toBe(name);
});

test('the error of an empty field asks for its value, and any other error is shown unchanged', () => {
  const empty = { code: 'too_short', message: 'Must have at least 1 character.' };
  expect(faultText({ path: 'name', ...empty })).toBe('Enter your name.');
  expect(faultText({ path: 'property.line1', ...empty })).toBe('Enter the street and number.');
  const short = { path: 'password', code: 'too_short', message: 'Must have at least 10 characters.' };
  expect(faultText(short)).toBe(short.message);
});

test('field names in a message from the service are put into words, and the rest is unchanged', () => {
  expect(inWords('Looks like an entity, but isEntity is not true.')).toBe(
    'Looks like an entity, but “Company or other entity” is not true.',
  );
  expect(inWords('Correct `parties[1].name` first.')).toBe('Correct “Party 2, name” first.');
  const plain = 'Ledger totals $5.00 at example.com for Terry McDonald, 50 U.S.C. § 3931.';
  expect(inWords(plain)).toBe(plain);
});

test('a reason that leaves a decision to the attorney is shown to that attorney as “you decide”', () => {
  expect(inWordsAtDesk('No counsel is named. The attorney decides.')).toBe('No counsel is named. You decide.');
  expect(inWordsAtDesk('Covered; the attorney decides on `ledger[1]`.')).toBe(
    inWords('Covered; you decide on `ledger[1]`.'),
  );
});

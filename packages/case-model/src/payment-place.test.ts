import { expect, test } from 'vitest';
import { buildFacts } from '../test/drafts.ts';
import { paymentPlace } from './payment-place.ts';

const facts = buildFacts('nonpayment');

test.each([
  [
    'is the payment address if one is sent',
    { paymentAddress: '4 Office Street', freeText: 'Pay at: elsewhere' },
    '4 Office Street',
  ],
  [
    'is otherwise read from a line of the free text',
    { freeText: 'sandbox:service_failed\r\n pay AT:  4 Office Street, 9 to 5 \nThanks' },
    '4 Office Street, 9 to 5',
  ],
  ["isn't read from a sentence that only mentions it", { freeText: 'They pay at: the office' }, null],
  ["isn't read from the next line if nothing follows “Pay at:”", { freeText: 'Pay at:\n4 Office Street' }, null],
  ["isn't read from a line that documents can't print", { freeText: 'Pay at: 王' }, null],
  ['is unknown otherwise', {}, null],
])('the place of payment %s', (_case, over, place) => {
  expect(paymentPlace({ ...facts, ...over })).toBe(place);
});

import { expect, test } from 'vitest';
import { buildFacts } from '../test/drafts.ts';
import { paymentPlace } from './payment-place.ts';

const facts = buildFacts('nonpayment');

test.each([
  ['as sent', { paymentAddress: '4 Office Street', freeText: 'Pay at: elsewhere' }, '4 Office Street'],
  [
    'by a line of the free text',
    { freeText: 'sandbox:service_failed\r\n pay AT:  4 Office Street, 9 to 5 \nThanks' },
    '4 Office Street, 9 to 5',
  ],
  ['not by a sentence that only mentions it', { freeText: 'They pay at: the office' }, null],
  ['not by an empty line', { freeText: 'Pay at:\n4 Office Street' }, null],
  ['not by what the documents cannot print', { freeText: 'Pay at: 王' }, null],
  ['unknown otherwise', {}, null],
])('where to pay is known %s', (_case, over, place) => {
  expect(paymentPlace({ ...facts, ...over })).toBe(place);
});

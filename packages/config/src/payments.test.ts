import { expect, test } from 'vitest';
import { payments } from './payments.ts';
import { readConfig } from './read.ts';

test('without a key online payment is off', () => {
  const off = { stripeSecretKey: '', stripeApiBase: 'https://api.stripe.com' };
  expect(readConfig({}, payments)).toEqual(off);
  expect(readConfig({ STRIPE_SECRET_KEY: '' }, payments)).toEqual(off);
});

test('Stripe can be elsewhere', () => {
  const read = (STRIPE_API_BASE: string) => readConfig({ STRIPE_API_BASE }, payments).stripeApiBase;
  expect(read('http://127.0.0.1:12111')).toBe('http://127.0.0.1:12111');
  expect(read('http://stripe.test:12111/')).toBe('http://stripe.test:12111');
});

test.each([
  ['STRIPE_SECRET_KEY', 'pk_test_publishable'],
  ['STRIPE_SECRET_KEY', 'sk_test_with a space'],
  ['STRIPE_API_BASE', 'api.stripe.com'],
  ['STRIPE_API_BASE', 'https://api.stripe.com/v1'],
  ['STRIPE_API_BASE', 'https://user:password@api.stripe.com'],
  ['STRIPE_API_BASE', 'ftp://api.stripe.com'],
])('%s is not %j', (variable, value) => {
  expect(() => readConfig({ [variable]: value }, payments)).toThrow(`${variable} must be`);
});

test('a key is never repeated', () => {
  const read = () => readConfig({ STRIPE_SECRET_KEY: 'pk_live_hunter2' }, payments);
  expect(read).toThrow('STRIPE_SECRET_KEY');
  expect(read).not.toThrow('hunter2');
});

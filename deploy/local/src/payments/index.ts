export { createStripeAccount, type StripeAccount, StripeRefusal } from './account.ts';
export { createStripeProtocol, textOf } from './protocol.ts';
export { checkoutPage } from './page.ts';

export { startCheckout, settleCharge, syncPayments } from './charges.ts';
export { PaymentFailure, type PaymentProvider } from './provider.ts';
export { createPayments } from './stripe.ts';

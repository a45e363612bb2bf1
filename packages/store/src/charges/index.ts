export {
  type ChargeRow,
  findCharge,
  getCharge,
  listCharges,
  presentCharge,
  requestRefund,
  voidCharge,
} from './charges.ts';
export {
  type CheckoutRow,
  closeCheckout,
  listCheckouts,
  listPaymentsToRefund,
  listUnsettledCharges,
  unsettledCharges,
  recordCheckout,
  recordPayment,
  recordRefund,
} from './checkouts.ts';

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
  claimCharges,
  type ClaimedCharge,
  closeCheckout,
  listCheckouts,
  listPaymentsToRefund,
  listUnsettledCharges,
  nextChargeDueInMs,
  unsettledCharges,
  recordCheckout,
  recordPayment,
  recordRefund,
  recordSettling,
} from './checkouts.ts';

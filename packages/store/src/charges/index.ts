export {
  type ChargeRow,
  findCharge,
  getCharge,
  listCharges,
  presentCharge,
  requestRefund,
  voidCharge,
} from './charges.ts';
export * from './checkouts.ts';

export {
  createAttorney,
  findAttorney,
  listAttorneys,
  type BarNumbers,
  setAsksFirst,
  setAttorneyLicenses,
  setAttorneyVerified,
} from './attorneys.ts';
export { chooseAttorney, isEligible } from './eligibility.ts';
export {
  createAttorneyToken,
  findAttorneyToken,
  revokeAttorneyToken,
  revokeAttorneyTokens,
  type TokenEnd,
} from './tokens.ts';

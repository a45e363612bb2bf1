export {
  chooseAttorney,
  createAttorney,
  createAttorneyToken,
  findAttorney,
  findAttorneyToken,
  isEligible,
  listAttorneys,
  revokeAttorneyToken,
  revokeAttorneyTokens,
  setAttorneyLicences,
  setAttorneyVerified,
  type TokenEnd,
} from './attorneys.ts';

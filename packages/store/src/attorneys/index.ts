export * from './attorneys.ts';
export { chooseAttorney, isEligible } from './eligibility.ts';
export * from './tokens.ts';

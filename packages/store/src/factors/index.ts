export { countRecoveryCodes, removeFactors } from './change-factors.ts';
export { addPasskey, listPasskeys, type PasskeyRow, removePasskey } from './passkeys.ts';
export { completeSignIn, findPendingAttorney, findPendingSignIn, type Proof } from './second-step.ts';
export { confirmTotp, findTotp, prepareTotp, removeTotp } from './totp.ts';

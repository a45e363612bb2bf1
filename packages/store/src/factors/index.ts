export { addPasskey, listPasskeys, type PasskeyRow, removePasskey } from './passkeys.ts';
export { replaceRecoveryCodes } from './recovery-codes.ts';
export { completeSignIn, findPendingSignIn, type Proof } from './second-step.ts';
export { confirmTotp, findTotp, prepareTotp, removeTotp } from './totp.ts';

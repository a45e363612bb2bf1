export { createPasskeys, type Passkeys, type RegisteredPasskey } from './passkeys.ts';
export { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
export { createTotps, type Totps } from './totp.ts';

export { createPasskeys, type Passkeys, type RegisteredPasskey } from './passkeys.ts';
export { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
export { createTotps } from './totp.ts';

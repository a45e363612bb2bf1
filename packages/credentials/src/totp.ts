import { createSecretBox } from './secret-box.ts';
import { Secret, TOTP } from 'otpauth';

/** Codes of an authenticator app: six digits every 30 seconds (RFC 6238). Secrets are sealed for their user. */
export function createTotps(secretKeys: readonly string[]) {
  const box = createSecretBox(secretKeys, 'totp secrets');
  return {
    /** A new secret: as it is stored, and as an app takes it. */
    create(userId: string, email: string): { sealed: Buffer; secret: string; uri: string } {
      const secret = new Secret({ size: 20 });
      const uri = new TOTP({ issuer: 'Eviction Case Service', label: email, secret }).toString();
      return { sealed: box.seal(userId, secret.base32), secret: secret.base32, uri };
    },
    /**
     * The number of the 30 seconds that a code is of: those at the time, or next to them; null if it is of none. A code is
     * good for one use: each has to have a greater number than the one before.
     */
    stepOf(userId: string, sealed: Uint8Array, code: string, atMs: number): number | null {
      const totp = new TOTP({ secret: Secret.fromBase32(box.open(userId, sealed)) });
      const delta = totp.validate({ token: code, timestamp: atMs, window: 1 });
      return delta === null ? null : totp.counter({ timestamp: atMs }) + delta;
    },
  };
}

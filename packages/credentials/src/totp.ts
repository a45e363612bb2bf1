import { createSecretBox } from './secret-box.ts';
import { Secret, TOTP } from 'otpauth';

/**
 * Creates functions for the codes of authenticator apps: six digits that change every 30 seconds (RFC 6238). Secrets
 * are encrypted for their user.
 */
export function createTotps(secretKeys: readonly string[]) {
  const box = createSecretBox(secretKeys, 'totp secrets');
  return {
    /** Creates a secret. Returns it encrypted for the database, and in base32 and as a URI for the app. */
    create(userId: string, email: string): { sealed: Buffer; secret: string; uri: string } {
      const secret = new Secret({ size: 20 });
      const uri = new TOTP({ issuer: 'Eviction Case Service', label: email, secret }).toString();
      return { sealed: box.seal(userId, secret.base32), secret: secret.base32, uri };
    },
    /**
     * Returns the number of the 30-second step to which a code belongs: the current step or one next to it. Null if the
     * code is wrong. To accept a code only once, require each step to be greater than the last one used.
     */
    stepOf(userId: string, sealed: Uint8Array, code: string, atMs: number): number | null {
      const totp = new TOTP({ secret: Secret.fromBase32(box.open(userId, sealed)) });
      const delta = totp.validate({ token: code, timestamp: atMs, window: 1 });
      return delta === null ? null : totp.counter({ timestamp: atMs }) + delta;
    },
  };
}

import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { createTotps } from './totp.ts';

const totps = createTotps(['a secret key of at least thirty-two characters']);
const at = 1_800_000_015_000;

test('a code is valid in its period of 30 seconds and in the periods before and after it, and checking it returns the number of its period', () => {
  const { sealed, secret, uri } = totps.create('usr_1', 'robin@example.com');
  expect(uri).toContain(`secret=${secret}`);
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
  const stepAt = (timestamp: number) => totps.stepOf('usr_1', sealed, codeAt(timestamp), at);
  expect([-30_000, 0, 30_000].map((shift) => stepAt(at + shift))).toEqual([59_999_999, 60_000_000, 60_000_001]);
  expect(totps.stepOf('usr_1', sealed, '12345', at)).toBeNull();
});

test('a stored secret is encrypted, and can be decrypted only for its user', () => {
  const { sealed, secret } = totps.create('usr_1', 'robin@example.com');
  expect(sealed.toString('latin1')).not.toContain(secret);
  expect(() => totps.stepOf('usr_2', sealed, '123456', at)).toThrow(Error);
});

test('there are ten different recovery codes, which are recognized in capitals and with spaces, too', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(hashOfRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual(hashOfRecoveryCode(code));
  }
});

import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { createTotps } from './totp.ts';

const totps = createTotps(['a secret key of at least thirty-two characters']);
const at = 1_800_000_015_000;

test('a code is of its 30 seconds or the ones beside them, and each has its number', () => {
  const { sealed, secret, uri } = totps.create('usr_1', 'robin@example.com');
  expect(uri).toContain(`secret=${secret}`);
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
  const stepAt = (timestamp: number) => totps.stepOf('usr_1', sealed, codeAt(timestamp), at);
  expect([-30_000, 0, 30_000].map((shift) => stepAt(at + shift))).toEqual([59_999_999, 60_000_000, 60_000_001]);
  expect(totps.stepOf('usr_1', sealed, '12345', at)).toBeNull();
});

test('a secret is unreadable as it is stored, and opens for its user alone', () => {
  const { sealed, secret } = totps.create('usr_1', 'robin@example.com');
  expect(sealed.toString('latin1')).not.toContain(secret);
  expect(() => totps.stepOf('usr_2', sealed, '123456', at)).toThrow(Error);
});

test('recovery codes are ten, different, and the same however they are written', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(hashOfRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual(hashOfRecoveryCode(code));
  }
});

import { patternText } from '../fields.ts';

/**
 * Letters, digits and `_ ' + -` in parts joined by single dots, 64 characters at most; a domain of labels of 63 at
 * most, whose last is two letters or more. The lengths are those of RFC 5321 and RFC 1035: mail to others has no way.
 */
const emailAddress =
  /^(?=.{1,64}@)[A-Za-z0-9_'+-]+(\.[A-Za-z0-9_'+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/u;

/** An address that mail can be sent to. */
export function email() {
  return patternText(emailAddress, 'Must be an email address.', { max: 254 }).meta({ format: 'email' });
}

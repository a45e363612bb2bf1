import { patternText } from '../fields.ts';

/** Letters, digits and `_ ' + -` in parts joined by single dots; a domain whose last label is two letters or more. */
const emailAddress = /^[A-Za-z0-9_'+-]+(\.[A-Za-z0-9_'+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/u;

/**
 * An address that mail can be sent to. The pattern is the whole rule: implementations of `format: email` differ, and some
 * would reject what is accepted here.
 */
export function email() {
  return patternText(emailAddress, 'Must be an email address.', { max: 254 });
}

import { unprintableCharacters } from './printable/index.ts';
import type { CaseFacts } from './facts.ts';

/**
 * Returns where rent is paid, on one line: `paymentAddress`, or a line `Pay at: ...` in the free text. Null if neither
 * is given, or if the papers can't print that line.
 */
export function paymentPlace({ paymentAddress, freeText = '' }: CaseFacts): string | null {
  if (paymentAddress !== undefined) return paymentAddress;
  const line = /^[ \t]*pay at:[ \t]*(\S.*)$/im.exec(freeText)?.[1]?.trim().slice(0, 300);
  return line !== undefined && unprintableCharacters(line).length === 0 ? line : null;
}

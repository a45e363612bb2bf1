import { unprintableCharacters } from './printable/index.ts';
import type { CaseFacts } from './facts.ts';

/**
 * Where rent is paid, in one line, from its own field or from a line `Pay at: ...` in the free text. Null if neither
 * states it, or if documents can't print the text.
 */
export function paymentPlace({ paymentAddress, freeText = '' }: CaseFacts): string | null {
  if (paymentAddress !== undefined) return paymentAddress;
  const line = /^[ \t]*pay at:[ \t]*(\S.*)$/im.exec(freeText)?.[1]?.trim().slice(0, 300);
  return line !== undefined && unprintableCharacters(line).length === 0 ? line : null;
}

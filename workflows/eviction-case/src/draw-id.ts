/**
 * Derives an id from a drawn UUID and the case's sequence. A workflow that has lost a decision draws the same UUIDs
 * again. If the case has moved on by then, the new decision must not reuse the ids of the lost one.
 */
export function idAt(sequence: number, drawn: string): string {
  const tail = Number.parseInt(drawn.slice(-tailDigits), 16) ^ sequence;
  return drawn.slice(0, -tailDigits) + (tail >>> 0).toString(16).padStart(tailDigits, '0');
}

/** Hexadecimal digits: 32 bits, more than any case has events. */
const tailDigits = 8;

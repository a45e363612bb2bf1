/**
 * An id for what is decided at a sequence of the case, made of a UUID drawn there. A workflow that has lost what it
 * decided draws the same UUIDs again; by then the case can be further on, and what is decided there is something else
 * and must not have the same id.
 */
export function idAt(sequence: number, drawn: string): string {
  const tail = Number.parseInt(drawn.slice(-tailDigits), 16) ^ sequence;
  return drawn.slice(0, -tailDigits) + (tail >>> 0).toString(16).padStart(tailDigits, '0');
}

/** Of hexadecimal: 32 bits, as many as no case has events. */
const tailDigits = 8;

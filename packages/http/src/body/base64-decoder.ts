import type { FieldSink } from './json-scanner.ts';

/**
 * Decodes the base64 text of a field while it is received, in constant memory. It accepts standard base64 with padding
 * and without spare bits; for any other text the output is meaningless. In the body a short placeholder with the same
 * fault takes the place of the field: empty, not base64, or not JSON.
 */
export class Base64Decoder implements FieldSink {
  readonly #output: { restart(): void; write(bytes: Buffer): void };
  readonly #staged = Buffer.allocUnsafe(stagedBytes);
  #length = 0;
  #state: 'empty' | 'valid' | 'padded' | 'invalid' = 'empty';
  /** The text holds a control character, which JSON does not allow. */
  #hasControl = false;

  constructor(output: { restart(): void; write(bytes: Buffer): void }) {
    this.#output = output;
  }

  begin(): void {
    this.#length = 0;
    this.#state = 'empty';
    this.#hasControl = false;
    this.#output.restart();
  }

  append(chunk: Buffer, from: number, to: number): void {
    if (this.#state === 'invalid') {
      this.#hasControl ||= holdsControl(chunk, from, to);
      return;
    }
    for (let at = from; at < to;) {
      const count = chunk.copy(this.#staged, this.#length, at, to);
      this.#length += count;
      at += count;
      if (this.#length < stagedBytes) return;
      if (!this.#decode()) return this.append(chunk, at, to);
    }
  }

  appendUnit(unit: number): void {
    const isBase64 = unit < 0x80 && alphabet.test(String.fromCharCode(unit));
    if (isBase64) this.append(Buffer.of(unit), 0, 1);
    else this.#invalidate();
  }

  end(malformed: boolean): Buffer {
    if (this.#length > 0) this.#decode();
    if (malformed || this.#hasControl) return placeholders.notJson;
    return placeholders[this.#state];
  }

  #decode(): boolean {
    // Canonical: encoding the bytes again gives the same text. Padding is only at the end.
    const text = this.#staged.toString('latin1', 0, this.#length);
    const bytes = Buffer.from(text, 'base64');
    if (this.#state === 'padded' || bytes.toString('base64') !== text) {
      this.#invalidate();
      return false;
    }
    this.#length = 0;
    this.#state = text.endsWith('=') ? 'padded' : 'valid';
    this.#output.write(bytes);
    return true;
  }

  #invalidate(): void {
    this.#state = 'invalid';
    this.#hasControl ||= holdsControl(this.#staged, 0, this.#length);
    this.#length = 0;
  }
}

/** Four characters are three bytes: a multiple of four. */
const stagedBytes = 64 * 1024;
const alphabet = /^[A-Za-z0-9+/=]$/;

const placeholders = {
  empty: Buffer.of(),
  valid: Buffer.from('AAAA'),
  padded: Buffer.from('AAAA'),
  invalid: Buffer.from('='),
  notJson: Buffer.of(0),
} as const;

function holdsControl(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] as number) < 0x20) return true;
  return false;
}

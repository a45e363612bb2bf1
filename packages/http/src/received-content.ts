import { createHash } from 'node:crypto';
import { Base64Decoder } from './base64-decoder.ts';
import { SpoolFile } from './spool-file.ts';

/** The bytes of an upload, decoded while they came. */
export interface Content {
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
  /** From the first byte on, as often as asked, in pieces of at most so many bytes. */
  read(pieceBytes: number): AsyncIterable<Buffer>;
}

/** Takes the base64 field of a body into a temporary file, in constant memory. */
export class ContentReceiver implements Content {
  readonly decoder: Base64Decoder;
  readonly #file = new SpoolFile();
  #hash = createHash('sha256');
  #pending: Buffer[] = [];

  constructor() {
    this.decoder = new Base64Decoder({
      restart: () => {
        this.#hash = createHash('sha256');
        this.#pending = [];
        this.#file.truncate();
      },
      write: (bytes) => void this.#pending.push(bytes),
    });
  }

  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  /** Writes what was decoded since the last time. */
  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#hash.update(bytes);
    await this.#file.append(bytes);
  }

  get sizeBytes(): number {
    return this.#file.length;
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  read(pieceBytes: number): AsyncIterable<Buffer> {
    return this.#file.read(pieceBytes);
  }

  close(): void {
    this.#file.close();
  }
}

import { createHash } from 'node:crypto';
import { Base64Decoder } from './base64-decoder.ts';
import { SpoolFile } from './spool-file.ts';

/** The bytes of an upload, decoded while they were received. */
export interface Content {
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
  /** From the first byte, any number of times, in chunks of at most `chunkBytes`. */
  read(chunkBytes: number): AsyncIterable<Buffer>;
}

/** Enough of the bytes to detect the file type. */
export async function headOf(content: Content): Promise<Uint8Array> {
  for await (const head of content.read(headBytes)) return head;
  return new Uint8Array();
}

const headBytes = 256 * 1024;

/** Writes the base64 field of a body to a temporary file, in constant memory. */
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

  /** Writes what has been decoded since the last call. */
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

  read(chunkBytes: number): AsyncIterable<Buffer> {
    return this.#file.read(chunkBytes);
  }

  close(): void {
    this.#file.close();
  }
}

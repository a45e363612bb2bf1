import { SpoolFile } from './spool-file.ts';

/** Keeps bytes in memory as long as they are few, and all of them in a temporary file as soon as they are not. */
export class Spool {
  readonly #maxMemoryBytes: number;
  #memory: Buffer[] = [];
  #memoryBytes = 0;
  #file: SpoolFile | null = null;

  constructor(maxMemoryBytes: number) {
    this.#maxMemoryBytes = maxMemoryBytes;
  }

  get length(): number {
    return (this.#file?.length ?? 0) + this.#memoryBytes;
  }

  /** Whether bytes have to be written to the file before more are added. */
  get mustFlush(): boolean {
    return this.#memoryBytes > (this.#file ? 0 : this.#maxMemoryBytes);
  }

  add(bytes: readonly Buffer[]): void {
    for (const piece of bytes) {
      this.#memory.push(piece);
      this.#memoryBytes += piece.length;
    }
  }

  async flush(): Promise<void> {
    this.#file ??= new SpoolFile();
    const bytes = Buffer.concat(this.#memory);
    this.#memory = [];
    this.#memoryBytes = 0;
    await this.#file.append(bytes);
  }

  async *read(): AsyncGenerator<Buffer, void, undefined> {
    if (this.#file) yield* this.#file.read(readBytes);
    yield* this.#memory;
  }

  close(): void {
    this.#memory = [];
    this.#memoryBytes = 0;
    this.#file?.close();
  }
}

const readBytes = 64 * 1024;

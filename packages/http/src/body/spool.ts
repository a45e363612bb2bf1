import { SpoolFile } from './spool-file.ts';

/** Keeps a few bytes in memory, and more of them in a temporary file. */
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

  /** Whether `flush` has to be called before more bytes are added. */
  get mustFlush(): boolean {
    return this.#memoryBytes > (this.#file ? 0 : this.#maxMemoryBytes);
  }

  add(bytes: readonly Buffer[]): void {
    for (const chunk of bytes) {
      this.#memory.push(chunk);
      this.#memoryBytes += chunk.length;
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

import { randomUUID } from 'node:crypto';
import { close, openSync, read, unlinkSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiError } from '@evict/contract';

/**
 * A temporary file without a name: nothing of it remains when it is closed or the process is killed, and nobody else
 * can open it. Opened with the first byte.
 */
export class SpoolFile {
  #fd: number | null = null;
  #length = 0;
  #closed = false;
  #using: Promise<unknown> = Promise.resolve();

  get length(): number {
    return this.#length;
  }

  /** Drops what was written. */
  truncate(): void {
    this.#length = 0;
  }

  /** Appends; one call at a time. 503 `busy` if the disk is full. */
  async append(bytes: Buffer): Promise<void> {
    this.#fd ??= openUnlinked();
    const position = this.#length;
    this.#length += bytes.length;
    for (let done = 0; done < bytes.length;) {
      const written = await this.#use((fd) => writeTo(fd, bytes, done, bytes.length - done, position + done)).catch(
        onDisk,
      );
      done += written.bytesWritten;
    }
  }

  /**
   * The bytes from the start, in chunks of at most `chunkBytes`. Throws if the file is shorter than what was written.
   */
  async *read(chunkBytes: number): AsyncGenerator<Buffer, void, undefined> {
    for (let at = 0; at < this.#length;) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, this.#length - at));
      for (let filled = 0; filled < chunk.length;) {
        const { bytesRead } = await this.#use((fd) => readFrom(fd, chunk, filled, chunk.length - filled, at + filled));
        if (bytesRead === 0) throw new Error('the temporary file is shorter than what was written');
        filled += bytesRead;
      }
      at += chunk.length;
      yield chunk;
    }
  }

  /** Closes the file after the operation in progress. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const fd = this.#fd;
    if (fd !== null) void this.#using.finally(() => close(fd, () => {})).catch(() => {});
  }

  /** Remembers the operation in progress: after an early close, the descriptor could belong to another file. */
  #use<T>(work: (fd: number) => Promise<T>): Promise<T> {
    if (this.#closed || this.#fd === null) return Promise.reject(new Error('the temporary file is closed'));
    const using = work(this.#fd);
    this.#using = using;
    return using;
  }
}

const writeTo = promisify(write);
const readFrom = promisify(read);

/** Synchronous, so that the process cannot end between opening and unlinking. */
function openUnlinked(): number {
  try {
    const path = join(tmpdir(), `body-${randomUUID()}`);
    const fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return fd;
  } catch (error) {
    return onDisk(error);
  }
}

function onDisk(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
  throw new ApiError('busy', { retryAfterSeconds: 5, cause: error });
}

import { randomUUID } from 'node:crypto';
import { close, openSync, read, unlinkSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiError } from '@evict/contract';

/**
 * A temporary file that takes no memory. It has no name from the start on: nothing of it is left when it is closed, nor
 * when this process is killed, and nobody else can open it. Opened with the first byte.
 */
export class SpoolFile {
  #fd: number | null = null;
  #length = 0;
  #closed = false;
  #using: Promise<unknown> = Promise.resolve();

  get length(): number {
    return this.#length;
  }

  /** Begins anew: what was written is forgotten. */
  truncate(): void {
    this.#length = 0;
  }

  /** Writes at the end; one at a time. 503 `busy` where the disk is full. */
  async append(bytes: Buffer): Promise<void> {
    this.#fd ??= openNameless();
    const position = this.#length;
    this.#length += bytes.length;
    for (let done = 0; done < bytes.length;) {
      const written = await this.#use((fd) => writeTo(fd, bytes, done, bytes.length - done, position + done)).catch(
        onDisk,
      );
      done += written.bytesWritten;
    }
  }

  /** The bytes from the start on, in pieces of at most `pieceBytes`; ends early for nobody. */
  async *read(pieceBytes: number): AsyncGenerator<Buffer, void, undefined> {
    for (let at = 0; at < this.#length;) {
      const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, this.#length - at));
      for (let filled = 0; filled < piece.length;) {
        const { bytesRead } = await this.#use((fd) => readFrom(fd, piece, filled, piece.length - filled, at + filled));
        if (bytesRead === 0) throw new Error('the temporary file is shorter than what was written');
        filled += bytesRead;
      }
      at += piece.length;
      yield piece;
    }
  }

  /** Gives the file back, once what is under way is done. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const fd = this.#fd;
    if (fd !== null) void this.#using.finally(() => close(fd, () => {})).catch(() => {});
  }

  /** A file that is closed while it is read or written would have its number given to another one. */
  #use<T>(work: (fd: number) => Promise<T>): Promise<T> {
    if (this.#closed || this.#fd === null) return Promise.reject(new Error('the temporary file is closed'));
    const using = work(this.#fd);
    this.#using = using;
    return using;
  }
}

const writeTo = promisify(write);
const readFrom = promisify(read);

/** At once, so that there is no moment in which the process can die and leave the name. */
function openNameless(): number {
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

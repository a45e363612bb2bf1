import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, openSync, unlinkSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Writes a body into a temporary file as it comes, so that one that comes slowly takes no memory meanwhile. The file has
 * no name from the start on: nothing of it is left, also where this process is killed. Rejects with what `refused`
 * rejects with, or when the disk refuses; the request can still be answered then.
 * The stream that it gives is to be destroyed, which gives the file back.
 */
export async function spool(req: IncomingMessage, refused: Promise<never>): Promise<Readable> {
  const fd = openNameless();
  const sink = createWriteStream('', { fd, autoClose: false });
  const written = new Promise<void>((resolve, reject) => {
    sink.once('finish', resolve).once('error', reject);
  });
  req.pipe(sink);
  try {
    await Promise.race([written, refused]);
  } catch (error) {
    req.unpipe(sink);
    sink.destroy();
    throw error;
  }
  return createReadStream('', { fd, start: 0 });
}

/** At once, so that no byte comes before there is somebody to take it. */
function openNameless(): number {
  const path = join(tmpdir(), `body-${randomUUID()}`);
  const fd = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return fd;
}

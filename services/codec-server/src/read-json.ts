import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
import { connectionLost, tooLarge, unreadable } from '@evict/http/body-errors';

/**
 * Reads a body of a few megabytes into memory only, never onto a disk. 413 as soon as it exceeds the limit, 400 if it is
 * truncated, not UTF-8 or not JSON.
 */
export async function readJson(req: IncomingMessage, limitBytes: number): Promise<unknown> {
  const bytes = await readBytes(req, limitBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // The error message repeats the text.
    throw unreadable('The body is not JSON.');
  }
}

function readBytes(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // The rest of the body is dropped with the response.
      if (length > limitBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    req.on('end', () => resolve(Buffer.concat(chunks)));
    req.on('error', () => reject(connectionLost()));
  });
}

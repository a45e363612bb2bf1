import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
import { connectionLost, tooLarge, unreadable } from '@evict/http/body-errors';

/**
 * Reads a body of a few megabytes, in memory alone: what is in it is nothing for a disk. 413 as soon as it is longer
 * than the limit, 400 where it breaks off, is no UTF-8 or no JSON.
 */
export async function readJson(req: IncomingMessage, limitBytes: number): Promise<unknown> {
  const bytes = await readBytes(req, limitBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // What is thrown there repeats the text.
    throw unreadable('The body is not JSON.');
  }
}

function readBytes(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // What comes after that is dropped by whoever answers.
      if (length > limitBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    req.on('end', () => resolve(Buffer.concat(chunks)));
    req.on('error', () => reject(connectionLost()));
  });
}

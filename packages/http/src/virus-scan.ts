import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiError, invalidRequest } from '@evict/contract';
import { Limiter } from '@evict/limiter';

/** Throws 400 for an infected upload, and 503 `busy` if there is no verdict, so no upload is stored unscanned. */
export type RefuseInfected = (owner: string, bytes: Uint8Array) => Promise<void>;

/**
 * Creates a scanner that uses clamd at a socket path or `host:port`. An empty address turns scanning off. The uploads
 * of different owners are scanned in turn.
 */
export function createVirusScan(address: string): RefuseInfected {
  if (address === '') return async () => {};
  const scans = new Limiter({ total: 4, perKey: 2, maxWaitMs: 5000 });
  return async (owner, bytes) => {
    const verdict = await scans.run(owner, () => scan(address, bytes)).catch((cause: unknown) => String(cause));
    if (verdict === 'stream: OK') return;
    if (/^stream: .+ FOUND$/.test(verdict)) throw invalidRequest([infected]);
    // clamd's reply may quote what it found, so don't log it.
    throw new ApiError('busy', { retryAfterSeconds: 5, cause: new Error('clamd returned no verdict') });
  };
}

/** Sends the bytes with clamd's INSTREAM command, each chunk after its length, and returns the reply. */
async function scan(address: string, bytes: Uint8Array): Promise<string> {
  const [, host, port] = /^(.+):(\d+)$/.exec(address) ?? [];
  const socket = host === undefined ? connect(address) : connect(Number(port), host);
  socket.setTimeout(idleMs, () => socket.destroy(new Error('clamd did not respond')));
  socket.on('error', () => {}); // reading the reply fails with the same error
  try {
    await once(socket, 'connect');
    socket.write('zINSTREAM\0');
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      const chunk = bytes.subarray(start, start + chunkBytes);
      socket.write(lengthOf(chunk));
      socket.write(chunk);
    }
    socket.write(Buffer.alloc(4));
    return (await text(socket)).replace(/\0$/, '');
  } finally {
    socket.destroy();
  }
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

const infected = { path: 'contentBase64', code: 'infected', message: 'The file is infected with malware.' };

const chunkBytes = 1024 * 1024;
const idleMs = 4000;

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiError, invalidRequest } from '@evict/contract';
import { Limiter } from '@evict/limiter';

/** Throws 400 for an upload that is infected, and 503 `busy` without a verdict: what was not scanned is not stored. */
export type RefuseInfected = (owner: string, bytes: Uint8Array) => Promise<void>;

/**
 * Scans uploads with clamd, at a path of its socket or at `host:port`; with an empty address nothing is scanned. Owners
 * take turns.
 */
export function createVirusScan(address: string): RefuseInfected {
  if (address === '') return async () => {};
  const scans = new Limiter({ total: 4, perKey: 2, maxWaitMs: 5000 });
  return async (owner, bytes) => {
    const verdict = await scans.run(owner, () => scan(address, bytes)).catch((cause: unknown) => String(cause));
    if (verdict === 'stream: OK') return;
    if (/^stream: .+ FOUND$/.test(verdict)) throw invalidRequest([infected]);
    // What clamd says may name what it found in a file, and no file.
    throw new ApiError('busy', { retryAfterSeconds: 5, cause: new Error('no verdict of clamd') });
  };
}

/** Sends the bytes as INSTREAM does, each chunk behind its length, and returns the line that clamd answers. */
async function scan(address: string, bytes: Uint8Array): Promise<string> {
  const [, host, port] = /^(.+):(\d+)$/.exec(address) ?? [];
  const socket = host === undefined ? connect(address) : connect(Number(port), host);
  socket.setTimeout(idleMs, () => socket.destroy(new Error('clamd is silent')));
  socket.on('error', () => {}); // whoever reads it hears of it too
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

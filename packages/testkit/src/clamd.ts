import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * The EICAR test file, which every scanner reports as a virus. It is split in two so that no scanner reports this
 * source file.
 */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Starts a server that speaks clamd's protocol and reports the EICAR test file anywhere in a stream. */
export async function startTestClamd() {
  let answer = (stream: Buffer): string =>
    stream.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const received: Buffer[] = [];
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      // A stream ends with a length of zero.
      const stream = chunk.at(-1) === 0 ? streamIn(Buffer.concat(received)) : null;
      if (stream) socket.end(`${answer(stream)}\0`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes the answer to later streams. */
    answerWith: (changed: typeof answer) => void (answer = changed),
    async stop(): Promise<void> {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Returns the bytes of an INSTREAM command, or null if it isn't complete yet. */
function streamIn(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (received.length < command.length) return null;
  if (received.toString('latin1', 0, command.length) !== command) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

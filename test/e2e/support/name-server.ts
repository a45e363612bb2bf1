import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Starts a DNS server that has only the TXT records in `texts`, by name. */
export async function startNameServer() {
  const texts = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = query.subarray(12, at + 5);
    const text = texts.get(labels.join('.'));
    const data = Buffer.from(text ?? '');
    const answer = Buffer.concat([
      // The answer has a pointer to the name in the question, type TXT, class IN, and a TTL of 0 s.
      Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length + 1, data.length]),
      data,
    ]);
    const isKnown = text !== undefined;
    const head = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      isKnown ? 0x80 : 0x83,
      0,
      1,
      0,
      isKnown ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    socket.send(Buffer.concat([head, question, ...(isKnown ? [answer] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, texts, stop: async () => void socket.close() };
}

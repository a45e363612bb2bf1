import { maxMailBytes } from '@evict/contract';
import { isTooSlow } from '@evict/http/pace';
import type { SMTPServerDataStream } from 'smtp-server';
import { later, Refusal } from './refusal.ts';

/** Bytes in memory, of all messages and of those that come from one network. */
const maxBytes = 160 * 1024 ** 2;
const maxBytesOfNetwork = 2 * maxMailBytes;

/** Small pieces are put together: each costs more than its bytes. */
const maxPieces = 256;

/**
 * Receives messages, of which only so many bytes are in memory. Calls `use` with the bytes of one, which count until it has
 * ended. Throws for a message that is too large, breaks off or finds no memory; one that comes too slowly is cut.
 */
export function createIncoming() {
  const bytesOf = new Map<string, number>();
  let total = 0;

  return async (
    stream: SMTPServerDataStream,
    { network, cut }: { network: string; cut: () => void },
    use: (received: Buffer[]) => Promise<void>,
  ): Promise<void> => {
    let own = 0;
    try {
      await use(await receive());
    } finally {
      hold(-own);
    }

    /** Counts bytes; false if there is no room for them. */
    function hold(bytes: number): boolean {
      const ofNetwork = (bytesOf.get(network) ?? 0) + bytes;
      if (bytes > 0 && (total + bytes > maxBytes || ofNetwork > maxBytesOfNetwork)) return false;
      own += bytes;
      total += bytes;
      if (ofNetwork > 0) bytesOf.set(network, ofNetwork);
      else bytesOf.delete(network);
      return true;
    }

    async function receive(): Promise<Buffer[]> {
      const started = performance.now();
      const whole: Buffer[] = [];
      let pieces: Buffer[] = [];
      let length = 0;
      let refusal: Refusal | null = null;
      const pace = setInterval(() => {
        if (isTooSlow(length, performance.now() - started)) cut();
      }, 1000);
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          length += chunk.length;
          if (length > maxMailBytes) refusal = tooLarge();
          else if (!refusal && !hold(chunk.length)) refusal = later();
          // The rest is read, so that the server hears the answer.
          if (refusal) {
            whole.length = pieces.length = 0;
            hold(-own);
            continue;
          }
          if (pieces.push(chunk) < maxPieces) continue;
          whole.push(Buffer.concat(pieces));
          pieces = [];
        }
      } finally {
        clearInterval(pace);
      }
      if (refusal) throw refusal;
      return [...whole, ...pieces];
    }
  };
}

const tooLarge = () => new Refusal(552, `5.3.4 The message is larger than ${maxMailBytes / 1024 ** 2} MB`);

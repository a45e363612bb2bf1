import { once } from 'node:events';
import { startProgram } from './programs.ts';

/** Receivers of webhooks in a process of their own; silent ones accept every connection and never respond. */
export async function startReceivers(dataDir: string, counts: { responding: number; silent: number }) {
  const program = new URL('receivers.ts', import.meta.url);
  const args = [dataDir, String(counts.responding), String(counts.silent)];
  const { child, ready, stop } = await startProgram<{ responding: string[]; silent: string[] }>(program, args);
  /** Of each message of the service, in milliseconds since its event. */
  const late: number[] = [];
  /** Of the others: the bare side may send one twice. */
  const bare: number[] = [];
  child.on('message', ({ lateMs, isOurs }: { lateMs: number; isOurs: boolean }) => (isOurs ? late : bare).push(lateMs));
  return {
    ...ready,
    urls: [...ready.responding, ...ready.silent],
    late,
    bare,
    /** Resolves when that many messages have arrived in total. */
    async waitFor(count: number, of = late): Promise<void> {
      const signal = AbortSignal.timeout(120_000);
      while (of.length < count) await once(child, 'message', { signal });
    },
    stop,
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ErasureWriter {
  /** The ids that the process has reported as written. */
  acknowledged: () => readonly string[];
  /** Kills the process. Resolves when it has exited. */
  kill: () => Promise<void>;
}

/** Starts a process that adds erasures to a list one by one, and reports each once it is written. */
export async function startErasureWriter(list: string, prefix: string): Promise<ErasureWriter> {
  const program = fileURLToPath(new URL('write-erasures.ts', import.meta.url));
  const child = spawn(process.execPath, [program, list, prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const gone = once(child, 'close');
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => void lines.push(line));
  return {
    acknowledged: () => lines,
    async kill() {
      stop();
      await gone;
      process.off('exit', stop);
    },
  };
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../deploy/local/run.mjs', import.meta.url));

/** `npm run chaos` with these arguments: its exit code, and everything it has printed. */
export function runChaos(args: readonly string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, 'chaos', ...args], (error, stdout, stderr) => {
      process.off('exit', kill);
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr });
    });
    // An aborted run must not leave it running.
    const kill = () => child.kill('SIGTERM');
    process.once('exit', kill);
  });
}

import { execFile } from 'node:child_process';
import { program } from '../../e2e/support/local-stack.ts';

/** `npm run rehearse` with these arguments: its exit code, and everything it has printed. */
export function rehearse(...args: readonly string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, 'rehearse', ...args], (error, stdout, stderr) => {
      process.off('exit', kill);
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr });
    });
    // An aborted run must not leave it running.
    const kill = () => child.kill('SIGTERM');
    process.once('exit', kill);
  });
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The short form of `npm run chaos`; its seed is new each time and stands in what it prints.

const program = fileURLToPath(new URL('../../deploy/local/run.mjs', import.meta.url));

test('while processes die, hang and lose answers, nothing that was acknowledged is lost or done twice', async () => {
  const { code, output } = await runChaos(['--short']);
  expect(code, output).toBe(0);
  expect(output).toMatch(/^lost +0$/m);
  expect(output).toMatch(/^duplicated transitions +0$/m);
}, 600_000);

function runChaos(args: readonly string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, 'chaos', ...args], (error, stdout, stderr) => {
      process.off('exit', kill);
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr });
    });
    // A run that is cut short must not leave it behind.
    const kill = () => child.kill('SIGTERM');
    process.once('exit', kill);
  });
}

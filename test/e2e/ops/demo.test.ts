import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../support/local-stack.ts';

test("npm run demo takes four sandbox cases, a live case and an agent's case to their expected ends, on its own stack", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir };
  // Rejects with the whole output if a case takes another course.
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'demo'], { env });
  expect(stdout.match(/^[a-f]\. .*$/gm)).toHaveLength(6);
  expect(stdout.match(/^ {3}as expected: .*$/gm)).toHaveLength(6);
}, 180_000);

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@evict/local';
import { vi } from 'vitest';

const source = fileURLToPath(new URL('../../stripe-mock', import.meta.url));

/** The official mock, which holds every request against Stripe's own description and remembers nothing. */
interface StripeMock {
  url: string;
  stop: () => void;
}

/**
 * Starts Stripe's mock server, built from its pinned Go modules on first use. Null where it is not there and cannot be
 * built, because Go or its modules are missing.
 */
export async function startStripeMock(env: NodeJS.ProcessEnv): Promise<StripeMock | null> {
  const program = await build(env).catch(() => null);
  if (program === null) return null;
  const port = await freePort();
  const tlsPort = await freePort(new Set([port]));
  const local = (at: number) => `127.0.0.1:${at}`;
  const mock = spawn(program, ['-http-addr', local(port), '-https-addr', local(tlsPort)], { stdio: 'ignore' });
  const stop = () => void mock.kill();
  process.once('exit', stop);
  const url = `http://${local(port)}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(answers, { timeout: 20_000, interval: 50 });
  return {
    url,
    stop() {
      process.off('exit', stop);
      stop();
    },
  };
}

/** The program, in the cache folder of the machine. */
async function build(env: NodeJS.ProcessEnv): Promise<string> {
  const pins = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['go.mod', 'go.sum']) pins.update(await readFile(join(source, file)));
  const cache = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'eviction-case-service');
  const program = join(cache, `stripe-mock-${pins.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  await promisify(execFile)('go', ['build', '-o', unfinished, 'github.com/stripe/stripe-mock'], { cwd: source });
  await rename(unfinished, program);
  return program;
}

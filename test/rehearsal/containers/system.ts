import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { vi } from 'vitest';

export const processes = ['public-gateway', 'customer-gateway', 'attorney-gateway', 'case-worker', 'outbox-worker'];

/** Records a measurement for the report. */
export function note(what: string, found: string): void {
  const file = process.env['FIGURES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, found })}\n`);
}

/** Records how long something takes, and returns its result. */
export async function measured<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  note(what, `${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

const exec = promisify(execFile);
const root = new URL('../../../', import.meta.url).pathname;

/** The caller's variables, except those that compose would use as settings. */
const { PATH, HOME, DOCKER_HOST, DOCKER_CONFIG, DOCKER_BUILDKIT } = process.env;
const ownEnvironment = { PATH, HOME, DOCKER_HOST, DOCKER_CONFIG, DOCKER_BUILDKIT };

/** Runs a program. Rejects with the end of its output unless it exits with 0. */
export async function run(command: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { env = {}, cwd = root, input } = options;
  const pending = exec(command, args, {
    cwd,
    env: { ...ownEnvironment, ...env },
    maxBuffer: 256 << 20,
    encoding: 'buffer',
  });
  pending.child.stdin?.end(input);
  try {
    const { stdout } = await pending;
    return stdout.toString('latin1');
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: Buffer; stderr: Buffer; code: number };
    const output = `${stdout.toString()}${stderr.toString()}`.split('\n').slice(-40).join('\n');
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`, { cause: error });
  }
}

interface Options {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  input?: Buffer;
}

/** Checks out a commit, tag or branch into a new folder, which has no `.env` and no other uncommitted files. */
export async function checkOut(ref: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'evict-containers-'));
  await run('git', ['clone', '--quiet', '--no-checkout', root, folder]);
  await run('git', ['checkout', '--quiet', '--detach', ref], { cwd: folder });
  return folder;
}

/**
 * Returns the system in a folder, under the name of a compose project. `env` holds the variables that the caller
 * exports.
 */
export function system(folder: string, project: string, env: Readonly<Record<string, string>> = {}) {
  const compose = (...args: string[]) =>
    run('docker', ['compose', '--project-name', project, ...args], { cwd: folder, env });
  const inService = (service: string, input: Buffer | undefined, ...command: string[]) =>
    run('docker', ['compose', '--project-name', project, 'exec', '--no-TTY', service, ...command], {
      cwd: folder,
      env,
      ...(input && { input }),
    });
  return {
    folder,
    project,
    env,
    compose,
    /** Runs a command in the container of a service, with this input. Returns the output bytes as Latin-1. */
    inService,
    /** Runs the operators' command line, and returns what it prints. */
    async ops(...args: string[]): Promise<Record<string, unknown>> {
      const inContainer = ['run', '--rm', '--no-deps', '--no-TTY', 'ops'];
      const printed = await compose(...inContainer, ...args, '--operator', 'check', '--json');
      return JSON.parse(printed) as Record<string, unknown>;
    },
    /** Lists the containers of the project, including stopped ones. */
    async containers(service?: string): Promise<Container[]> {
      const ids = (await compose('ps', '--all', '--quiet', ...(service === undefined ? [] : [service])))
        .split('\n')
        .filter(Boolean);
      if (ids.length === 0) return [];
      const found = JSON.parse(await run('docker', ['inspect', ...ids])) as Inspected[];
      return found.map(({ Id, Config, State }) => ({
        id: Id,
        service: Config.Labels['com.docker.compose.service'] ?? '',
        running: State.Running,
        health: State.Health?.Status,
        exitCode: State.ExitCode,
      }));
    },
    /** Writes the settings to the folder's `.env`. */
    configure: (settings: Readonly<Record<string, string>>) =>
      writeFile(
        join(folder, '.env'),
        Object.entries(settings)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      ),
    /** Removes everything that the system has created. */
    async remove(): Promise<void> {
      await compose('--profile', 'ops', 'down', '--volumes', '--remove-orphans', '--timeout', '5');
      await rm(folder, { recursive: true });
    },
  };
}

interface Container {
  id: string;
  service: string;
  running: boolean;
  health: string | undefined;
  exitCode: number;
}

interface Inspected {
  Id: string;
  Config: { Labels: Record<string, string> };
  State: { Running: boolean; Health?: { Status: string }; ExitCode: number };
}

export const waiting = { timeout: 120_000, interval: 500 };

type Running = ReturnType<typeof system>;

export async function up(one: Running, ...args: string[]): Promise<void> {
  await one.compose('up', '--detach', '--wait', '--wait-timeout', '600', ...args).catch(async (error: Error) => {
    // Compose before 2.41 reports a failure when a container that runs once has ended.
    await healthy(one, error);
  });
  await healthy(one);
}

/** Resolves when all running containers of a system are healthy, and those that run once have succeeded. */
export async function healthy(one: Running, cause?: Error): Promise<void> {
  const faults = ({ running, health, exitCode }: Container) =>
    running ? (health ?? 'healthy') !== 'healthy' : exitCode !== 0;
  const isWell = (all: Container[]) => all.length > processes.length && !all.some(faults);
  await vi
    .waitUntil(async () => isWell(await one.containers()), { timeout: 300_000, interval: 500 })
    .catch(async (error: Error) => {
      throw new Error(JSON.stringify((await one.containers()).filter(faults)), { cause: cause ?? error });
    });
}

/** Makes this process trust the system's own certificate authority. */
export async function trust(one: Running): Promise<void> {
  setDefaultCACertificates([
    await one.inService('caddy', undefined, 'cat', '/data/caddy/pki/authorities/local/root.crt'),
  ]);
}

/** Returns the secrets that the system has generated for itself. */
export async function secretsOf(one: Running): Promise<Record<string, string>> {
  const file = '/secrets/made/secrets.json';
  const printed = await one.compose('run', '--rm', '--no-TTY', '--entrypoint', 'cat', 'secrets', file);
  return JSON.parse(printed) as Record<string, string>;
}

/**
 * Runs the first block of commands on a docs page that contains a word. `names` replaces names on the page with those
 * of the system.
 */
export async function documented(
  page: string,
  word: string,
  one: Running,
  names: Record<string, string> = {},
): Promise<void> {
  const content = await readFile(`${root}docs/${page}`, 'utf8');
  const blocks = [...content.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const block = blocks.find((commands) => commands.includes(word)) ?? 'exit 1';
  const script = Object.entries(names).reduce((text, [name, own]) => text.replaceAll(name, own), block);
  await run('sh', ['-ec', script], { cwd: one.folder, env: { ...one.env, COMPOSE_PROJECT_NAME: one.project } });
}

/** Reads every half second until `end`, which returns the longest time without a response, in milliseconds. */
export function pausesOf(read: () => Promise<unknown>) {
  let longest = 0;
  let answered = performance.now();
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) {
      const isAnswered = await read().then(Boolean, () => false);
      longest = Math.max(longest, performance.now() - answered);
      if (isAnswered) answered = performance.now();
      await setTimeout(500);
    }
  })();
  return {
    end: async (): Promise<number> => {
      over.abort();
      await reading;
      return longest;
    },
  };
}

/** Returns the newest release before this commit, or the previous commit if there is no release yet. */
export async function lastRelease(): Promise<string> {
  return run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1']).then(
    (tag) => tag.trim(),
    () => 'HEAD~1',
  );
}

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type Command = readonly [string, ...string[]];

/** The order in which processes are stopped. Each stops before those it depends on. */
const STAGES = ['front', 'worker', 'engine', 'database'] as const;

export interface ProcessSpec {
  name: string;
  stage: (typeof STAGES)[number];
  command: Command;
  /** The environment of the process. The default is this process's environment. */
  env?: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  /** The process's output is appended to this file. */
  logFile: string;
  /** Rejects while the process isn't ready. Called repeatedly until it resolves. */
  check: () => Promise<unknown>;
  startWithinMs: number;
  stopSignal: NodeJS.Signals;
  /**
   * How long the process may take to stop before it is killed, in milliseconds. Stages are stopped one after the other,
   * and their longest times add up to less than 15 s.
   */
  stopWithinMs: number;
}

/** Callbacks for what happens to processes. */
export interface Watcher {
  onSpawn?: (name: string, pid: number) => void;
  onRestart?: (name: string, end: string) => void;
  /** Called if a process keeps exiting and isn't restarted anymore. `log` is the end of its log. */
  onGiveUp?: (name: string, end: string, log: string) => void;
}

/**
 * A process that exits more than `most` times within the window isn't restarted anymore. The pause before each restart
 * is one step longer than the one before.
 */
const RESTARTS = { most: 5, windowMs: 30_000, pauseStepMs: 500 };

const LONGEST_LOG_BYTES = 16 * 2 ** 20;

/** Starts processes, restarts them if they exit, and stops them in order. */
export class Supervisor {
  readonly #watcher: Watcher;
  readonly #restarts: typeof RESTARTS;
  readonly #kept: Kept[] = [];
  #stopped: Promise<void> | undefined;

  constructor(watcher: Watcher, restarts = RESTARTS) {
    this.#watcher = watcher;
    this.#restarts = restarts;
  }

  /**
   * Starts a process and resolves when it is ready. From then on it is restarted whenever it exits. Rejects, with the
   * end of its log, if it exits or times out before it was ever ready.
   */
  async start(spec: ProcessSpec): Promise<void> {
    if (this.#stopped !== undefined) throw new Error(`${spec.name} isn't started, because everything is being stopped`);
    keepShort(spec.logFile);
    const kept = new Kept(spec, this.#watcher, this.#restarts);
    this.#kept.push(kept);
    await kept.serves();
  }

  /** Stops every process, including starting ones. A second call waits for the first. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Kills every process at once. */
  kill(): void {
    for (const kept of this.#kept) kept.kill();
  }

  async #stopAll(): Promise<void> {
    for (const stage of STAGES) {
      await Promise.all(this.#kept.filter((kept) => kept.spec.stage === stage).map((kept) => kept.stop()));
    }
  }
}

/** A supervised process, including its restarts. */
class Kept {
  readonly spec: ProcessSpec;
  readonly #watcher: Watcher;
  readonly #restarts: typeof RESTARTS;
  #child: ChildProcess;
  #wanted = true;
  /** The times at which it recently exited unexpectedly, in epoch milliseconds. */
  #ends: number[] = [];

  constructor(spec: ProcessSpec, watcher: Watcher, restarts: typeof RESTARTS) {
    this.spec = spec;
    this.#watcher = watcher;
    this.#restarts = restarts;
    this.#child = this.#spawn();
  }

  async serves(): Promise<void> {
    const { name, check, logFile, startWithinMs } = this.spec;
    const over = new AbortController();
    const early = ended(this.#child).then((end) => {
      throw new Error(`${name} ${end} while it was starting:\n${lastLines(logFile)}`);
    });
    const late = until(check, startWithinMs, over.signal).catch((cause: unknown) => {
      throw new Error(`${name} did not respond within ${startWithinMs} ms:\n${lastLines(logFile)}`, { cause });
    });
    try {
      await Promise.race([early, late]);
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      over.abort();
      void Promise.allSettled([early, late]); // the other one may reject later, which no longer matters
    }
    void this.#replaceWhenEnded();
  }

  async stop(): Promise<void> {
    this.#wanted = false;
    const child = this.#child;
    if (!isRunning(child)) return;
    child.kill(this.spec.stopSignal);
    const force = setTimeout(() => child.kill('SIGKILL'), this.spec.stopWithinMs);
    await ended(child);
    clearTimeout(force);
  }

  kill(): void {
    this.#wanted = false;
    this.#child.kill('SIGKILL');
  }

  async #replaceWhenEnded(): Promise<void> {
    for (;;) {
      const end = await ended(this.#child);
      if (!this.#wanted) return;
      const now = Date.now();
      this.#ends = [...this.#ends.filter((at) => at > now - this.#restarts.windowMs), now];
      if (this.#ends.length > this.#restarts.most) {
        this.#watcher.onGiveUp?.(this.spec.name, end, lastLines(this.spec.logFile));
        return;
      }
      this.#watcher.onRestart?.(this.spec.name, end);
      // The first restart is immediate, so that recovery takes only seconds.
      await new Promise((resolve) => setTimeout(resolve, (this.#ends.length - 1) * this.#restarts.pauseStepMs));
      if (!this.#wanted) return;
      this.#child = this.#spawn();
    }
  }

  #spawn(): ChildProcess {
    const { name, command, env, cwd, logFile } = this.spec;
    const [file, ...args] = command;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, 'a', 0o600);
    // The process gets its own process group, so that Ctrl-C in the terminal reaches only the supervisor, which stops
    // everything in order.
    const child = spawn(file, args, {
      detached: true,
      stdio: ['ignore', log, log],
      ...(env && { env }),
      ...(cwd !== undefined && { cwd }),
    });
    closeSync(log);
    child.once('error', () => {}); // a command that cannot be started has no id, and `ended` reports it
    if (child.pid !== undefined) this.#watcher.onSpawn?.(name, child.pid);
    return child;
  }
}

/**
 * Calls `check` until it resolves, and returns its result. Rejects with its last error after `withinMs` or an abort.
 */
export async function until<T>(check: () => Promise<T>, withinMs: number, signal?: AbortSignal): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (signal?.aborted || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Resolves when the process has ended, to a description such as "ended with code 1". */
async function ended(child: ChildProcess): Promise<string> {
  if (child.pid === undefined) return 'could not be started';
  if (isRunning(child)) await new Promise((resolve) => child.once('exit', resolve));
  return child.signalCode === null ? `ended with code ${child.exitCode}` : `was ended by ${child.signalCode}`;
}

/** Renames a long log to `.old`, which replaces the previous one. */
function keepShort(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LONGEST_LOG_BYTES) renameSync(logFile, `${logFile}.old`);
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}

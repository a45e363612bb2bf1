import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type Command = readonly [string, ...string[]];

/** The order of stopping: whoever writes to another goes first. */
const STAGES = ['front', 'worker', 'engine', 'database'] as const;

export interface ProcessSpec {
  name: string;
  stage: (typeof STAGES)[number];
  command: Command;
  /** The environment of this process where it is left out. */
  env?: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  /** Everything the process prints is appended here. */
  logFile: string;
  /** Rejects as long as the process does not serve yet; asked again until it resolves. */
  check: () => Promise<unknown>;
  startWithinMs: number;
  stopSignal: NodeJS.Signals;
  /** Past this it is killed. Over the stages these add up to less than 15 s. */
  stopWithinMs: number;
}

/** Told what happens to processes that nobody asked to end. */
export interface Watcher {
  onSpawn?: (name: string, pid: number) => void;
  onRestart?: (name: string, end: string) => void;
  /** It ends again and again, and is not started any more. */
  onGiveUp?: (name: string, end: string, log: string) => void;
}

/** More ends than `most` inside the window, and a process is taken for broken. Each pause is one step longer. */
const RESTARTS = { most: 5, windowMs: 30_000, pauseStepMs: 500 };

const LONGEST_LOG_BYTES = 16 * 2 ** 20;

/** Keeps processes running, and stops them all in order. */
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
   * Starts a process and resolves when it serves. From then on it is started again whenever it ends by itself.
   * Rejects, with the end of its log, when it ends or stays silent before it has served once.
   */
  async start(spec: ProcessSpec): Promise<void> {
    if (this.#stopped !== undefined) throw new Error(`${spec.name} is not started: everything is being stopped`);
    keepShort(spec.logFile);
    const kept = new Kept(spec, this.#watcher, this.#restarts);
    this.#kept.push(kept);
    await kept.serves();
  }

  /** Stops every process, those that are still starting too. A second call waits for the first. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Ends every process at once, without asking. */
  kill(): void {
    for (const kept of this.#kept) kept.kill();
  }

  async #stopAll(): Promise<void> {
    for (const stage of STAGES) {
      await Promise.all(this.#kept.filter((kept) => kept.spec.stage === stage).map((kept) => kept.stop()));
    }
  }
}

/** One process, and those that replace it. */
class Kept {
  readonly spec: ProcessSpec;
  readonly #watcher: Watcher;
  readonly #restarts: typeof RESTARTS;
  #child: ChildProcess;
  #wanted = true;
  /** When it has ended by itself, in ms of this process's clock. */
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
      throw new Error(`${name} did not answer within ${startWithinMs} ms:\n${lastLines(logFile)}`, { cause });
    });
    try {
      await Promise.race([early, late]);
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      over.abort();
      void Promise.allSettled([early, late]); // whichever is still open rejects later, and has nothing to add
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
      // The first replacement comes at once: recovery counts in seconds.
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
    // A group of its own: Ctrl-C in the terminal must reach the supervisor alone, which stops them in order.
    const child = spawn(file, args, {
      detached: true,
      stdio: ['ignore', log, log],
      ...(env && { env }),
      ...(cwd !== undefined && { cwd }),
    });
    closeSync(log);
    child.once('error', () => {}); // a command that cannot be started has no id, and `ended` tells
    if (child.pid !== undefined) this.#watcher.onSpawn?.(name, child.pid);
    return child;
  }
}

/** Asks until the answer is no error, or until the time is up or the signal given; then rejects with the last error. */
export async function until<T>(check: () => Promise<T>, withinMs: number, signal?: AbortSignal): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (signal?.aborted || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Resolves, when the process is gone, to how it went: "ended with code 1". */
async function ended(child: ChildProcess): Promise<string> {
  if (child.pid === undefined) return 'could not be started';
  if (isRunning(child)) await new Promise((resolve) => child.once('exit', resolve));
  return child.signalCode === null ? `ended with code ${child.exitCode}` : `was ended by ${child.signalCode}`;
}

/** A log that has grown long makes room for a new one; the one before it is dropped. */
function keepShort(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LONGEST_LOG_BYTES) renameSync(logFile, `${logFile}.old`);
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}

import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@evict/config/compile-cache';
import type { CaseSummaryRequest, DocumentRequest } from '../requests.ts';

/** One document to render. */
export type RenderJob =
  | { readonly kind: 'document'; readonly request: DocumentRequest }
  | { readonly kind: 'summary'; readonly request: CaseSummaryRequest };

/** Messages from a renderer: `ready` once its fonts are loaded, and then one result per job. */
export type RendererMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  /** Only the class of the error, because its message may quote the document's text. */
  | { readonly kind: 'failed'; readonly errorClass: string };

/** The ways in which rendering can fail, with the failure class for history and logs. */
const failureClasses = {
  /** The document exceeded a limit, and would again. */
  time: 'RenderLimitExceeded time',
  memory: 'RenderLimitExceeded memory',
  /** The renderer threw an error, and would again. */
  refused: 'Error',
  /** The process ended for a reason unrelated to the document. */
  died: 'RendererDied',
  /** The caller or the worker stopped it. */
  stopped: 'RendererStopped',
  /** The organization already has too many documents waiting. */
  busy: 'RendererBusy',
} as const;

export type RenderOutcome = keyof typeof failureClasses;

/** Thrown when a document wasn't rendered. Carries only a failure class, never text from the document. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure';
  readonly outcome: RenderOutcome;
  readonly failureClass: string;

  constructor(outcome: RenderOutcome, failureClass: string = failureClasses[outcome]) {
    super(failureClass);
    this.outcome = outcome;
    this.failureClass = failureClass;
  }

  /** False if the same document would fail in the same way. */
  get isRetryable(): boolean {
    return this.outcome === 'died' || this.outcome === 'stopped' || this.outcome === 'busy';
  }
}

/** The limits for one document. */
export interface RenderLimits {
  /** The CPU time, in milliseconds. */
  readonly cpuMs: number;
  /**
   * The elapsed time, in milliseconds. If rendering takes longer, the renderer is assumed to hang or the machine to be
   * overloaded.
   */
  readonly wallMs: number;
  /** The resident memory of the process, in bytes. */
  readonly memoryBytes: number;
  /** The heap of the process, in MiB, enforced by the runtime. */
  readonly heapMiB: number;
}

/** How often a busy renderer's CPU time and memory are checked, in milliseconds. */
const watchMs = 50;
/** How long a renderer may take to start and load its fonts, in milliseconds. */
const startWithinMs = 60_000;
/**
 * A document that takes more CPU time than this is large, and gets a lower priority than everything else on the
 * machine.
 */
const large = { cpuMs: 500, priority: 10 } as const;
/** A process that holds more than this share of its memory limit isn't reused. */
const memoryToRenew = 0.5;

interface Work {
  readonly begun: number;
  readonly cpuMsBefore: number;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (failure: RenderFailure) => void;
}

/**
 * A process that renders one document at a time. Wait for a document before requesting the next. Exceeding a limit ends
 * the process for good, and so does `stop`.
 */
export class Renderer {
  readonly #limits: RenderLimits;
  readonly #process: ChildProcess;
  readonly #ready: Promise<void>;
  #work: Work | null = null;
  #watch: NodeJS.Timeout | undefined;
  #failure: RenderFailure | null = null;
  #isSpent = false;
  #hasRenderedLarge = false;

  /** `givesWay` gives the process a low priority from its start, and makes it render only one document. */
  constructor(limits: RenderLimits, { givesWay = false }: { givesWay?: boolean } = {}) {
    this.#limits = limits;
    this.#process = startProcess(limits);
    if (givesWay) this.#giveWay();
    this.#ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#end(new RenderFailure('died')), startWithinMs);
      this.#process.on('message', (message: RendererMessage) => {
        if (message.kind !== 'ready') return this.#finish(message);
        clearTimeout(late);
        resolve();
      });
      const ended = (code: number | null, signal: NodeJS.Signals | null) => {
        clearTimeout(late);
        // Node aborts when its heap is full.
        this.#failure ??= new RenderFailure(signal === 'SIGABRT' || code === 134 ? 'memory' : 'died');
        reject(this.#failure);
        this.#take()?.reject(this.#failure);
      };
      this.#process.once('exit', ended).once('error', () => ended(null, null));
    });
    this.#ready.catch(() => {}); // render() reports the failure
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * False once the process has ended, or has rendered a large document, because its priority and memory don't recover.
   */
  get isUsable(): boolean {
    return this.#failure === null && !this.#isSpent;
  }

  get hasRenderedLarge(): boolean {
    return this.#hasRenderedLarge;
  }

  /** Renders a document and returns its bytes. Throws RenderFailure. */
  async render(job: RenderJob): Promise<Buffer> {
    await this.#ready;
    if (this.#failure) throw this.#failure;
    return new Promise((resolve, reject) => {
      const cpuMsBefore = usageOf(this.pid)?.cpuMs ?? 0;
      this.#work = { begun: performance.now(), cpuMsBefore, resolve, reject };
      this.#watch = setInterval(() => this.#holdToLimits(), watchMs);
      this.#process.send(job, (error) => error && this.#end(new RenderFailure('died')));
    });
  }

  /** Ends the process. A running document fails as `stopped`. Resolves when the process is gone. */
  async stop(): Promise<void> {
    this.#end(new RenderFailure('stopped'));
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    await new Promise((resolve) => this.#process.once('exit', resolve).once('error', resolve));
  }

  #finish(message: Exclude<RendererMessage, { kind: 'ready' }>): void {
    this.#holdToLimits();
    const work = this.#take();
    if (message.kind === 'failed') return work?.reject(new RenderFailure('refused', message.errorClass));
    const { buffer, byteOffset, byteLength } = message.bytes;
    work?.resolve(Buffer.from(buffer, byteOffset, byteLength));
  }

  #holdToLimits(): void {
    if (!this.#work) return;
    const { begun, cpuMsBefore } = this.#work;
    const wallMs = performance.now() - begun;
    const usage = usageOf(this.pid);
    const cpuMs = usage ? usage.cpuMs - cpuMsBefore : wallMs;
    const residentBytes = usage?.residentBytes ?? 0;
    if (residentBytes > this.#limits.memoryBytes) this.#end(new RenderFailure('memory'));
    else if (cpuMs > this.#limits.cpuMs) this.#end(new RenderFailure('time'));
    else if (wallMs > this.#limits.wallMs) this.#end(new RenderFailure('died'));
    else if (cpuMs > large.cpuMs && !this.#hasRenderedLarge) {
      this.#hasRenderedLarge = true;
      this.#giveWay();
    } else if (residentBytes > this.#limits.memoryBytes * memoryToRenew) this.#isSpent = true;
  }

  #giveWay(): void {
    this.#isSpent = true;
    try {
      if (this.pid !== undefined) setPriority(this.pid, large.priority);
    } catch {
      // The process has just ended.
    }
  }

  #end(failure: RenderFailure): void {
    this.#failure ??= failure;
    this.#take()?.reject(this.#failure);
    this.#process.kill('SIGKILL');
  }

  #take(): Work | null {
    clearInterval(this.#watch);
    const work = this.#work;
    this.#work = null;
    return work;
  }
}

/**
 * Starts the process. Its environment contains only the location of the compile cache, because the parent's environment
 * contains secrets.
 */
function startProcess({ heapMiB }: RenderLimits): ChildProcess {
  const program = fileURLToPath(new URL('renderer-process.ts', import.meta.url));
  return fork(program, [], {
    execArgv: [`--max-old-space-size=${heapMiB}`],
    env: compileCache(),
    serialization: 'advanced',
    // When Node crashes, its output may quote the document.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Linux reports CPU time in hundredths of a second. */
const msPerTick = 10;

/**
 * Returns the CPU time and memory of a process. Null if the system doesn't report them (outside Linux) or the process
 * has ended.
 */
function usageOf(pid: number | undefined): { readonly cpuMs: number; readonly residentBytes: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name precedes the fields and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    if (!resident) return null; // the process has ended, but its parent hasn't noticed yet
    const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
    return { cpuMs: (userTicks + systemTicks) * msPerTick, residentBytes: Number(resident[1]) * 1024 };
  } catch {
    return null;
  }
}

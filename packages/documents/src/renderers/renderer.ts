import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@evict/config/compile-cache';
import type { RendererMessage, RenderJob } from './messages.ts';
import { processUsage } from './process-usage.ts';
import { RenderFailure } from './render-failure.ts';

/** The limits of one document. */
export interface RenderLimits {
  /** CPU time, in milliseconds. */
  readonly cpuMs: number;
  /** Elapsed time, in milliseconds: more means a hanging renderer or an overloaded machine. */
  readonly wallMs: number;
  /** Resident memory of the process, in bytes. */
  readonly memoryBytes: number;
  /** Heap of the process, in MiB, enforced by the runtime. */
  readonly heapMiB: number;
}

/** How often the usage of a busy renderer is read, in milliseconds. */
const watchMs = 50;
/** A renderer has to load its fonts within this time, in milliseconds. */
const startWithinMs = 60_000;
/** A document that takes more CPU time is large, and gives way to everything else on the machine. */
const large = { cpuMs: 500, priority: 10 } as const;
/** A process that holds more than this share of its memory limit is not used again. */
const memoryToRenew = 0.5;

interface Work {
  readonly begun: number;
  readonly cpuMsBefore: number;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (failure: RenderFailure) => void;
}

/**
 * A process that renders one document at a time; callers wait for one before requesting the next. Exceeding a limit ends
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

  /** `givesWay`: with low priority from its start, and for one document only. */
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
        // The runtime aborts when its heap is full.
        this.#failure ??= new RenderFailure(signal === 'SIGABRT' || code === 134 ? 'memory' : 'died');
        reject(this.#failure);
        this.#take()?.reject(this.#failure);
      };
      this.#process.once('exit', ended).once('error', () => ended(null, null));
    });
    this.#ready.catch(() => {}); // render() rejects
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** False once it has ended, or has rendered a large document: its priority and memory do not recover. */
  get isUsable(): boolean {
    return this.#failure === null && !this.#isSpent;
  }

  get hasRenderedLarge(): boolean {
    return this.#hasRenderedLarge;
  }

  /** The bytes of the document. @throws RenderFailure */
  async render(job: RenderJob): Promise<Buffer> {
    await this.#ready;
    if (this.#failure) throw this.#failure;
    return new Promise((resolve, reject) => {
      const cpuMsBefore = this.#usage()?.cpuMs ?? 0;
      this.#work = { begun: performance.now(), cpuMsBefore, resolve, reject };
      this.#watch = setInterval(() => this.#holdToLimits(), watchMs);
      this.#process.send(job, (error) => error && this.#end(new RenderFailure('died')));
    });
  }

  /** Ends the process; a running document fails as `stopped`. Resolves when the process is gone. */
  async stop(): Promise<void> {
    this.#end(new RenderFailure('stopped'));
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    await new Promise((resolve) => this.#process.once('exit', resolve).once('error', resolve));
  }

  #finish(message: Exclude<RendererMessage, { kind: 'ready' }>): void {
    this.#holdToLimits();
    const work = this.#take();
    if (message.kind === 'rendered') {
      const { buffer, byteOffset, byteLength } = message.bytes;
      work?.resolve(Buffer.from(buffer, byteOffset, byteLength));
    } else work?.reject(new RenderFailure('refused', message.errorClass));
  }

  #holdToLimits(): void {
    if (!this.#work) return;
    const { begun, cpuMsBefore } = this.#work;
    const wallMs = performance.now() - begun;
    const usage = this.#usage();
    const cpuMs = usage ? usage.cpuMs - cpuMsBefore : wallMs;
    if (usage && usage.residentBytes > this.#limits.memoryBytes) this.#end(new RenderFailure('memory'));
    else if (cpuMs > this.#limits.cpuMs) this.#end(new RenderFailure('time'));
    else if (wallMs > this.#limits.wallMs) this.#end(new RenderFailure('died'));
    else if (cpuMs > large.cpuMs && !this.#hasRenderedLarge) {
      this.#hasRenderedLarge = true;
      this.#giveWay();
    } else if (usage && usage.residentBytes > this.#limits.memoryBytes * memoryToRenew) this.#isSpent = true;
  }

  #giveWay(): void {
    this.#isSpent = true;
    try {
      if (this.pid !== undefined) setPriority(this.pid, large.priority);
    } catch {
      // It has just ended.
    }
  }

  #usage() {
    return this.pid === undefined ? null : processUsage(this.pid);
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

/** From the environment of its parent, which contains secrets, it gets only the location of the compile cache. */
function startProcess({ heapMiB }: RenderLimits): ChildProcess {
  const program = fileURLToPath(new URL('renderer-process.ts', import.meta.url));
  return fork(program, [], {
    execArgv: [`--max-old-space-size=${heapMiB}`],
    env: compileCache(),
    serialization: 'advanced',
    // What a runtime prints when it crashes may quote the document.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

import { RenderFailure, Renderer, type RenderJob, type RenderLimits, type RenderOutcome } from './renderer.ts';

export { RenderFailure, type RenderJob } from './renderer.ts';

/**
 * The default limits for a document. Documents that the gate `printable_text` allows take at most a third of the
 * allowed time.
 */
export const renderLimits: RenderLimits = {
  cpuMs: 45_000,
  wallMs: 180_000,
  memoryBytes: 512 * 1024 * 1024,
  heapMiB: 320,
};

export interface RenderPoolOptions {
  /** How many processes may render at the same time. */
  readonly size?: number;
  readonly limits?: RenderLimits;
  /** How many requests from one organization may wait. Further requests fail as `busy`. */
  readonly waitingEach?: number;
  /** Called after each document. `seconds` is the rendering time. */
  readonly onRendered?: (rendered: { kind: RenderJob['kind']; outcome: 'ok' | RenderOutcome; seconds: number }) => void;
}

/** Renders a document. Throws RenderFailure. */
export type Render = (job: RenderJob) => Promise<Buffer>;

export interface UseOptions {
  readonly organizationId: string;
  /** Aborting it removes the request from the queue, or ends the renderer that it uses. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly start: (renderer: Renderer) => void;
  readonly giveUp: (failure: RenderFailure) => void;
}

/** How long an organization is treated as having large documents after its last one, in milliseconds. */
const rememberedMs = 60_000;

/**
 * A pool of processes that render documents. Organizations are served round-robin, and each uses at most one process at
 * a time. So however much one organization requests, another waits for at most one of its requests. A process isn't
 * reused after a large document. Organizations that recently had a large document get a new process each time, which
 * leaves the warm one to the others.
 */
export class RenderPool {
  readonly #size: number;
  readonly #limits: RenderLimits;
  readonly #waitingEach: number;
  readonly #onRendered: RenderPoolOptions['onRendered'];
  /** The waiting requests by organization, in the order in which organizations are served. */
  readonly #queues = new Map<string, readonly Waiting[]>();
  readonly #served = new Set<string>();
  /** The organizations that recently had a large document. */
  readonly #large = new Map<string, NodeJS.Timeout>();
  readonly #idle: Renderer[] = [];
  readonly #working = new Set<Renderer>();
  #isClosed = false;

  constructor({ size = 2, limits = renderLimits, waitingEach = 100, onRendered }: RenderPoolOptions = {}) {
    this.#size = size;
    this.#limits = limits;
    this.#waitingEach = waitingEach;
    this.#onRendered = onRendered;
  }

  /** The ids of the processes that are rendering. */
  get workingPids(): number[] {
    return [...this.#working].flatMap(({ pid }) => pid ?? []);
  }

  /** Starts a process in advance, so that the first document doesn't wait for fonts to load. */
  warmUp(): void {
    if (!this.#isClosed && this.#idle.length === 0 && this.#working.size < this.#size) {
      this.#idle.push(new Renderer(this.#limits));
    }
  }

  /**
   * Waits for a renderer for the organization and calls `run` with exclusive use of it. Load inputs inside `run`, so
   * that waiting requests hold no memory. Throws RenderFailure if no renderer becomes available or the signal aborts,
   * and rethrows whatever `run` throws.
   */
  async use<T>({ organizationId, signal }: UseOptions, run: (render: Render) => Promise<T>): Promise<T> {
    const renderer = await this.#waitForRenderer(organizationId, signal);
    const abort = () => void renderer.stop();
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort(); // aborted just as it got the renderer
    try {
      return await run((job) => this.#render(renderer, job));
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#release(organizationId, renderer);
    }
  }

  /** Ends all processes. Waiting and running requests fail as `stopped`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#queues.values()].flat();
    this.#queues.clear();
    for (const { giveUp } of waiting) giveUp(new RenderFailure('stopped'));
    await Promise.all([...this.#idle.splice(0), ...this.#working].map((renderer) => renderer.stop()));
  }

  #waitForRenderer(organizationId: string, signal: AbortSignal | undefined): Promise<Renderer> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(organizationId) ?? [];
      if (this.#isClosed || signal?.aborted) return reject(new RenderFailure('stopped'));
      if (queue.length >= this.#waitingEach) return reject(new RenderFailure('busy'));
      const leave = () => {
        const rest = (this.#queues.get(organizationId) ?? []).filter((one) => one !== waiting);
        if (rest.length > 0) this.#queues.set(organizationId, rest);
        else this.#queues.delete(organizationId);
        reject(new RenderFailure('stopped'));
      };
      const waiting: Waiting = {
        start(renderer) {
          signal?.removeEventListener('abort', leave);
          resolve(renderer);
        },
        giveUp: reject,
      };
      signal?.addEventListener('abort', leave);
      this.#queues.set(organizationId, [...queue, waiting]);
      this.#serve();
    });
  }

  /** Assigns renderers to the next organizations while any are available. */
  #serve(): void {
    for (const [organizationId, [first, ...rest]] of this.#queues) {
      if (this.#working.size >= this.#size) return;
      if (!first || this.#served.has(organizationId)) continue;
      this.#queues.delete(organizationId);
      if (rest.length > 0) this.#queues.set(organizationId, rest); // moves the organization to the end of the order
      this.#served.add(organizationId);
      const renderer = this.#rendererFor(organizationId);
      this.#working.add(renderer);
      first.start(renderer);
    }
  }

  #rendererFor(organizationId: string): Renderer {
    if (this.#large.has(organizationId)) return new Renderer(this.#limits, { givesWay: true });
    let renderer = this.#idle.pop();
    while (renderer && !renderer.isUsable) renderer = this.#idle.pop();
    return renderer ?? new Renderer(this.#limits);
  }

  async #render(renderer: Renderer, job: RenderJob): Promise<Buffer> {
    const begun = performance.now();
    const report = (outcome: 'ok' | RenderOutcome) =>
      this.#onRendered?.({ kind: job.kind, outcome, seconds: (performance.now() - begun) / 1000 });
    try {
      const bytes = await renderer.render(job);
      report('ok');
      return bytes;
    } catch (error) {
      report(error instanceof RenderFailure ? error.outcome : 'died');
      throw error;
    }
  }

  #release(organizationId: string, renderer: Renderer): void {
    this.#working.delete(renderer);
    this.#served.delete(organizationId);
    if (renderer.hasRenderedLarge) this.#rememberLarge(organizationId);
    if (!this.#isClosed && renderer.isUsable) this.#idle.push(renderer);
    else {
      void renderer.stop();
      this.warmUp();
    }
    this.#serve();
  }

  #rememberLarge(organizationId: string): void {
    clearTimeout(this.#large.get(organizationId));
    this.#large.set(organizationId, setTimeout(() => this.#large.delete(organizationId), rememberedMs).unref());
  }
}

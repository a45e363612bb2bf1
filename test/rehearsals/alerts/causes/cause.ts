import type { Deployment } from '../../deployment.ts';

export interface Cause {
  alert: string;
  /** What is done, in words of the past. */
  what: string;
  /** By what its times are divided, where that of the run does not fit: metrics that are measured in longer intervals. */
  factor?: number;
  /** Causes of one group do not change what the others bring about, and are tried at the same time. */
  group?: 'work' | 'waits' | 'starts';
  /** Brings the condition about. Resolves, when it holds, to what ends it. */
  bringAbout: (world: Deployment) => Promise<() => Promise<void>>;
}

/** Repeats the work, whatever becomes of it, until the returned function is called, which waits for its end. */
export function repeat(work: () => Promise<unknown>, times = 1): () => Promise<void> {
  const over = new AbortController();
  const loop = async () => {
    while (!over.signal.aborted) {
      await Promise.all([work().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  };
  const loops = Array.from({ length: times }, loop);
  return async () => {
    over.abort();
    await Promise.all(loops);
  };
}

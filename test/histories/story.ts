import type { startService } from '../e2e/support/service.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

/** A path through a workflow. Its history is recorded, and replayed on every change to the workflow. */
export interface Story {
  name: string;
  /** Everything that the story says about a case. None of its strings may occur in a history. */
  tenantData: unknown;
  /**
   * Plays the story on the real servers to the end of its workflow, and returns the workflow's id. Throws if it takes
   * another course.
   */
  play: (service: Service) => Promise<string>;
}

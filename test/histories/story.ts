import type { startService } from '../e2e/support/service.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

/** A path through a workflow, whose history is recorded and replayed on every change of the workflow. */
export interface Story {
  name: string;
  /** Everything that the story says about a case: none of its texts may be in a history. */
  tenantData: unknown;
  /** Plays it on the real servers to the end of its workflow, and gives its id. Throws if it takes another course. */
  play: (service: Service) => Promise<string>;
}

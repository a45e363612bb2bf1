import type { startService } from '../e2e/support/service.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

/** A path through a workflow, whose history is recorded and replayed on every change of the workflow. */
export interface Story<Needs = Service> {
  name: string;
  /** The result of the workflow. */
  endsIn: unknown;
  /** Everything that the story says about a case: none of its texts may be in a history. */
  tenantData: unknown;
  /** Plays it on the real servers; gives the id of its workflow. Throws if it takes another course. */
  play: (needs: Needs) => Promise<string>;
}

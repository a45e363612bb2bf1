import type { startService } from '../e2e/support/service.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

/** A way through a workflow, whose history is kept and replayed on every change of the workflow. */
export interface Story<Needs = Service> {
  name: string;
  /** What the workflow answers at its end. */
  endsIn: unknown;
  /** Everything that the story says about a case: no text of it may be in a history. */
  told: unknown;
  /** Plays it on the real servers; gives the id of its workflow. Throws when it does not go as it is told. */
  play: (needs: Needs) => Promise<string>;
}

import type { CaseWait, CommandResult, Decided } from '@evict/temporal/messages';
import { allHandlersFinished, CancellationScope, condition, isCancellation, workflowInfo } from '@temporalio/workflow';
import { atOnce, inTime } from './activities.ts';
import { Mutex } from './mutex.ts';
import { showInTemporalWeb } from './temporal-web.ts';

/**
 * The course of one case. It knows what the case waits for, and runs its commands and due work one at a time. The case
 * itself is stored in its row.
 */
export class TimeLine {
  readonly #caseId: string;
  readonly #mutex = new Mutex();
  #wait: CaseWait | null = null;
  #nextLook: Promise<void> | null = null;
  /** The number of commands that wait for their turn. */
  #commandsWaiting = 0;
  /** Set while documents wait for a renderer and no command waits for them. Canceling it ends that wait. */
  #papers: CancellationScope | null = null;
  #isEnding = false;

  constructor(caseId: string) {
    this.#caseId = caseId;
  }

  /** What the case waits for. Null until an activity has returned it for the first time. */
  get wait(): CaseWait | null {
    return this.#wait;
  }

  /** Finds out what the case waits for, from the command that started the workflow or else from the case's row. */
  async begin(): Promise<void> {
    await afterMessages();
    await this.#mutex.runExclusive(async () => {});
    if (this.#wait === null) await this.look();
    // Resume only after the command is answered, whatever interceptors the worker has, because recorded histories have
    // this order.
    await condition(() => this.#wait !== null);
  }

  /**
   * Has a command decided and recorded, after all earlier ones. If an earlier command waits for a renderer, this one
   * waits too, but other cases don't. Cancels documents that no command waits for.
   */
  async decide(commandId: string): Promise<CommandResult> {
    this.#papers?.cancel();
    this.#commandsWaiting += 1;
    const { refusal } = await this.#mutex.runExclusive(async () => {
      this.#commandsWaiting -= 1;
      const command = { caseId: this.#caseId, commandId };
      const done = await atOnce.decideAndRecord(command);
      return this.#learn('isUnfinished' in done ? await inTime.decideAndRecord(command) : done);
    });
    return refusal ? { ok: false, code: refusal } : { ok: true };
  }

  /** Does the work that is due, if there is any. Calls that arrive before it begins share one read of the row. */
  look(): Promise<void> {
    this.#nextLook ??= this.#mutex.runExclusive(async () => {
      this.#nextLook = null;
      const done = await atOnce.performDue({ caseId: this.#caseId });
      if (!('isUnfinished' in done)) this.#learn(done);
      else await this.#makePapers();
    });
    return this.#nextLook;
  }

  /**
   * Waits for a renderer, then renders the documents that are due. A new command cancels this, and the documents stay
   * due.
   */
  async #makePapers(): Promise<void> {
    if (this.#commandsWaiting > 0) return;
    this.#papers = new CancellationScope();
    try {
      this.#learn(await this.#papers.run(() => inTime.performDue({ caseId: this.#caseId })));
    } catch (error) {
      if (!isCancellation(error)) throw error;
    } finally {
      this.#papers = null;
    }
  }

  /**
   * Waits until the case waits for something else, and returns true. Returns false if the time is up first. Also ends
   * early if the run should continue as new, which refused commands can cause too.
   */
  async movesOn(withinMs: number | null = null): Promise<boolean> {
    const before = this.#wait;
    const hasMoved = () => this.#wait !== before || workflowInfo().continueAsNewSuggested;
    if (withinMs === null) await condition(hasMoved);
    else if (withinMs > 0) return condition(hasMoved, withinMs, { summary: before?.summary ?? '' });
    return withinMs === null;
  }

  /**
   * Whether the run is about to continue as new. If so, it accepts no more commands, so that those in progress can
   * finish.
   */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Stops accepting commands, and resolves when none is in progress anymore. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await condition(allHandlersFinished);
  }

  #learn<T extends Pick<Decided, 'wait'>>(done: T): T {
    showInTemporalWeb(done.wait, this.#wait);
    this.#wait = done.wait;
    return done;
  }
}

/**
 * Resolves once the messages that arrived with the start have reached their handlers, whatever interceptors the worker
 * has.
 */
async function afterMessages(): Promise<void> {
  let isLater = false;
  await condition(() => {
    const wasLater = isLater;
    isLater = true;
    return wasLater;
  });
}

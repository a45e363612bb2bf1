import type { CaseWait, CommandResult, Decided } from '@evict/temporal/messages';
import { allHandlersFinished, CancellationScope, condition, isCancellation, workflowInfo } from '@temporalio/workflow';
import { atOnce, inTime } from './activities.ts';
import { Mutex } from './mutex.ts';
import { showInTemporalWeb } from './temporal-web.ts';

/** A case in time: what it waits for, and one thing after the other. The case itself is its row. */
export class TimeLine {
  readonly #caseId: string;
  readonly #mutex = new Mutex();
  #wait: CaseWait | null = null;
  #nextLook: Promise<void> | null = null;
  /** How many commands wait for their turn. */
  #commandsWaiting = 0;
  /** Of papers that nobody waits for, while they wait for a renderer. */
  #papers: CancellationScope | null = null;
  #isEnding = false;

  constructor(caseId: string) {
    this.#caseId = caseId;
  }

  /** Null before the first answer of an activity. */
  get wait(): CaseWait | null {
    return this.#wait;
  }

  /** Learns what the case waits for: by the command that started the workflow, or else from its row. */
  async begin(): Promise<void> {
    await afterMessages();
    await this.#mutex.runExclusive(async () => {});
    if (this.#wait === null) await this.look();
    // A condition holds only after the command is answered, whatever interceptors the worker has. Recorded histories have
    // this order.
    await condition(() => this.#wait !== null);
  }

  /**
   * Has the command decided and recorded, after those that came before it. Where one of those waits for a renderer, so
   * does this one; other cases do not notice. Papers that nobody waits for make room for it.
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

  /** Does what is due, if anything is. One look is enough for all who ask before it begins. */
  look(): Promise<void> {
    this.#nextLook ??= this.#mutex.runExclusive(async () => {
      this.#nextLook = null;
      const done = await atOnce.performDue({ caseId: this.#caseId });
      if (!('isUnfinished' in done)) this.#learn(done);
      else await this.#makePapers();
    });
    return this.#nextLook;
  }

  /** Makes what is due and has to wait for a renderer. A command ends the wait: after it, the papers are still due. */
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
   * Waits until the case waits for something else; false once the time is up. Ends early where the run should continue
   * as new, which refused commands can bring about as well.
   */
  async movesOn(withinMs: number | null = null): Promise<boolean> {
    const before = this.#wait;
    const hasMoved = () => this.#wait !== before || workflowInfo().continueAsNewSuggested;
    if (withinMs === null) await condition(hasMoved);
    else if (withinMs > 0) return condition(hasMoved, withinMs, { summary: before?.summary ?? '' });
    return withinMs === null;
  }

  /** Whether the run is about to continue as new: then no command begins in it, so that those in it come to an end. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Resolves when no command is under way any more. */
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

/** Resolves once the messages that came with the start have reached their handlers, whatever interceptors the worker has. */
async function afterMessages(): Promise<void> {
  let isLater = false;
  await condition(() => {
    const wasLater = isLater;
    isLater = true;
    return wasLater;
  });
}

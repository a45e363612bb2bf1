import type { CaseWait, CommandResult, Decided } from '@evict/temporal/messages';
import { allHandlersFinished, condition, workflowInfo } from '@temporalio/workflow';
import { decideAndRecord, performDue } from './activities.ts';
import { Mutex } from './mutex.ts';
import { showInTemporalWeb } from './temporal-web.ts';

/** A case in time: what it waits for, and one thing after the other. The case itself is its row. */
export class TimeLine {
  readonly #caseId: string;
  readonly #mutex = new Mutex();
  #wait: CaseWait | null = null;
  #nextLook: Promise<void> | null = null;
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
    // A condition holds only after the command is answered, whatever interceptors are around it: histories depend on it.
    await condition(() => this.#wait !== null);
  }

  /**
   * Has the command decided and recorded, after those that came before it. Where one of those waits for a renderer, so
   * does this one; other cases do not notice.
   */
  async decide(commandId: string): Promise<CommandResult> {
    const command = { caseId: this.#caseId, commandId };
    const { refusal } = await this.#mutex.runExclusive(async () => this.#learn(await decideAndRecord(command)));
    return refusal ? { ok: false, code: refusal } : { ok: true };
  }

  /** Does what is due, if anything is. One look is enough for all who ask before it begins. */
  look(): Promise<void> {
    this.#nextLook ??= this.#mutex.runExclusive(async () => {
      this.#nextLook = null;
      this.#learn(await performDue({ caseId: this.#caseId }));
    });
    return this.#nextLook;
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

/** Resolves once the messages that came with the start have reached their handlers, through whatever interceptors. */
async function afterMessages(): Promise<void> {
  let isLater = false;
  await condition(() => {
    const wasLater = isLater;
    isLater = true;
    return wasLater;
  });
}

import type { CaseWait, CommandResult, Decided, Unfinished } from '@evict/temporal/messages';
import { allHandlersFinished, condition, inWorkflowContext, workflowInfo } from '@temporalio/workflow';
import { atOnce, inTime } from './activities.ts';
import { showInTemporalWeb } from './temporal-web.ts';

/** A case in time: what it waits for, and one thing after the other. The case itself is its row. */
export class TimeLine {
  readonly #caseId: string;
  #wait: CaseWait | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #nextLook: Promise<boolean> | null = null;
  #slowWork: Promise<unknown> | null = null;
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
    await this.#inTurn(async () => {});
    if (this.#wait === null) await this.look();
    // A condition holds only after the command is answered, whatever interceptors are around it: histories depend on it.
    await condition(() => this.#wait !== null);
  }

  /**
   * Has the command decided and recorded, after those that came before it. Where its documents wait for a renderer, later
   * commands are decided meanwhile: a decision is recorded only on the row that it was made on.
   */
  async decide(commandId: string): Promise<CommandResult> {
    const command = { caseId: this.#caseId, commandId };
    const { refusal } =
      (await this.#inTurn(async () => this.#learn(await atOnce.decideAndRecord(command)))) ??
      (await this.#slowly(() => inTime.decideAndRecord(command)));
    return refusal ? { ok: false, code: refusal } : { ok: true };
  }

  /** Does what is due, if anything is. One look is enough for all who ask before it begins. */
  async look(): Promise<void> {
    this.#nextLook ??= this.#inTurn(() => {
      this.#nextLook = null;
      return this.#performDue();
    });
    if (await this.#nextLook) return;
    if (this.#slowWork === null) {
      await this.#slowly(() => inTime.performDue({ caseId: this.#caseId }));
      return;
    }
    await this.#slowWork.catch(() => {});
    await this.look();
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

  /** False if what is due has to wait for a renderer. */
  async #performDue(): Promise<boolean> {
    return this.#learn(await atOnce.performDue({ caseId: this.#caseId })) !== null;
  }

  /** Work that waits for a renderer. Who looks meanwhile waits for it too, and does not begin it a second time. */
  async #slowly<T extends Pick<Decided, 'wait'>>(run: () => Promise<T>): Promise<T> {
    const before = this.#wait;
    const work = run();
    this.#slowWork = work;
    const done = await work.finally(() => {
      if (this.#slowWork === work) this.#slowWork = null;
    });
    // Whatever was decided meanwhile may be newer.
    await this.#inTurn(async () => (this.#wait === before ? this.#learn(done) : this.#performDue()));
    return done;
  }

  /** Null if the activity has left its work to one that takes its time. */
  #learn<T extends Pick<Decided, 'wait'>>(done: T | Unfinished): T | null {
    if ('isUnfinished' in done) return null;
    showInTemporalWeb(done.wait, this.#wait);
    this.#wait = done.wait;
    return done;
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    // A run that is dropped from a worker's cache settles what it waited for, and must do nothing more: it would throw
    // outside of any workflow, which ends the worker.
    const turn = this.#turn.then(() => (inWorkflowContext() ? run() : new Promise<T>(() => {})));
    this.#turn = turn.catch(() => {});
    return turn;
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

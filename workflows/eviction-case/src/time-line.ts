import type { CaseWait, CommandResult, Decided } from '@evict/temporal/messages';
import { allHandlersFinished, condition, inWorkflowContext, workflowInfo } from '@temporalio/workflow';
import { atOnce, inTime } from './activities.ts';
import { showInTemporalWeb } from './temporal-web.ts';

/** A case in time: what it waits for, and one thing after the other. The case itself is its row. */
export class TimeLine {
  readonly #caseId: string;
  #wait: CaseWait | null = null;
  #turn: Promise<unknown> = Promise.resolve();
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
    const looked = this.#inTurn(async () => {
      if (this.#wait === null) await this.#performDue();
    });
    // A condition holds only after the command is answered, whatever interceptors are around it: histories depend on it.
    await condition(() => this.#wait !== null);
    await looked;
  }

  /** Has the command decided and recorded, after those that came before it. */
  decide(commandId: string): Promise<CommandResult> {
    return this.#inTurn(async () => {
      const command = { caseId: this.#caseId, commandId };
      const first = await atOnce.decideAndRecord(command);
      const decided = 'isUnfinished' in first ? await inTime.decideAndRecord(command) : first;
      this.#goOn(decided);
      return decided.result;
    });
  }

  /** Does what is due, if anything is. One look is enough for all who ask before it begins. */
  look(): Promise<void> {
    this.#nextLook ??= this.#inTurn(() => {
      this.#nextLook = null;
      return this.#performDue();
    });
    return this.#nextLook;
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

  async #performDue(): Promise<void> {
    const done = await atOnce.performDue({ caseId: this.#caseId });
    this.#goOn('isUnfinished' in done ? await inTime.performDue({ caseId: this.#caseId }) : done);
  }

  #goOn({ wait }: Pick<Decided, 'wait'>): void {
    showInTemporalWeb(wait, this.#wait);
    this.#wait = wait;
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

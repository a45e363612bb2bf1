/** A broken promise. */
export type Wrong = 'lost' | 'duplicated' | 'disagreement' | 'unanswered' | 'stuck' | 'slow';

export interface Violation {
  wrong: Wrong;
  what: string;
}

/** Thrown if a case cannot be continued. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
  readonly wrong: Wrong;

  constructor(wrong: Wrong, what: string) {
    super(what);
    this.wrong = wrong;
  }
}

/** From first attempt to response, epoch milliseconds. */
export interface Acknowledged {
  startedAt: number;
  respondedAt: number;
}

export interface Fault {
  name: string;
  startedAt: number;
  endedAt: number;
  /** Until a command that was sent after the end is acknowledged, in milliseconds. */
  commandMs: number;
  /** Until the event of such a command is at a receiver. */
  deliveryMs: number;
}

/** The counts of a run. */
export class Tally {
  readonly faults: Fault[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** The events of each case when its last command was acknowledged, by their ids in order. */
  readonly histories = new Map<string, readonly string[]>();
  readonly violations: Violation[] = [];
  /** Attempts without a final response, by their outcome. */
  readonly retries = new Map<string, number>();
  cases = 0;
  /** Steps that had failed and that operators had retried. */
  mended = 0;

  countRetry(instead: string): void {
    this.retries.set(instead, (this.retries.get(instead) ?? 0) + 1);
  }

  add(wrong: Wrong, what: string): void {
    this.violations.push({ wrong, what });
    console.log(`VIOLATION ${wrong}: ${what}`);
  }

  count(wrong: Wrong): number {
    return this.violations.filter((one) => one.wrong === wrong).length;
  }
}

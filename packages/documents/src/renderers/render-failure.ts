/**
 * How a render ended without a document:
 * - `time`, `memory`: it took more than its limit, and would again;
 * - `refused`: the renderer threw an error of its own, and would again;
 * - `died`: its process ended for a reason that is not the document's;
 * - `stopped`: the caller or the worker stopped it;
 * - `busy`: its organization has too many documents waiting already.
 */
export type RenderOutcome = 'time' | 'memory' | 'refused' | 'died' | 'stopped' | 'busy';

/** A document was not rendered. Says why by a class alone, never with a text of the document. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure';
  readonly outcome: RenderOutcome;
  /** The class for history and logs, for example `RenderLimitExceeded memory`. */
  readonly failureClass: string;

  constructor(outcome: RenderOutcome, failureClass: string = failureClasses[outcome]) {
    super(failureClass);
    this.outcome = outcome;
    this.failureClass = failureClass;
  }

  /** False where the same document would fail in the same way. */
  get isRetryable(): boolean {
    return this.outcome === 'died' || this.outcome === 'stopped' || this.outcome === 'busy';
  }
}

const failureClasses = {
  time: 'RenderLimitExceeded time',
  memory: 'RenderLimitExceeded memory',
  refused: 'Error',
  died: 'RendererDied',
  stopped: 'RendererStopped',
  busy: 'RendererBusy',
} as const satisfies Record<RenderOutcome, string>;

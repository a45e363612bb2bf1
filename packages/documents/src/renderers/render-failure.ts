/**
 * How a render ended without a document:
 * - `time`, `memory`: it exceeded its limit, and would again;
 * - `refused`: the renderer threw an error, and would again;
 * - `died`: its process ended for a reason unrelated to the document;
 * - `stopped`: the caller or the worker stopped it;
 * - `busy`: its organization already has too many documents waiting.
 */
export type RenderOutcome = 'time' | 'memory' | 'refused' | 'died' | 'stopped' | 'busy';

/** A document was not rendered. Reports only a class, never a text of the document. */
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

  /** False if the same document would fail in the same way. */
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

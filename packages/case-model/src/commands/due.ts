import { type AskedAttorney, engageAsked } from '../transitions/engagement.ts';
import { endNoticePeriod } from '../transitions/notice-served.ts';
import { isSandbox } from '../mode.ts';
import { retriesExhausted, type Stage, type StageDocument, type StepName } from '../record.ts';
import { takeStep } from '../sandbox/steps.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

/** Commands without an author, which the platform issues when work is due or has ended. */
export const dueCommands = {
  /** The platform has found an eligible attorney for a submitted case. */
  engage: due<{ kind: 'engage' } & AskedAttorney>(engageAsked),
  /** The last day of a live notice period has passed. */
  end_notice_period: due<{ kind: 'end_notice_period' }>(endNoticePeriod),
  /** The next step of a sandbox case is due by its clock. */
  take_step: due<{ kind: 'take_step'; documents: readonly StageDocument[] }>((turn, { documents }) =>
    takeStep(turn, documents),
  ),
  documents_made: due(keepDocuments),
  summary_made: due(keepSummary),
  step_failed: due(retryLater),
};

function due<C extends { readonly kind: string }>(decide: (turn: Turn, command: C) => Decision) {
  return { authors: [] as const, fields: undefined as never, route: undefined as never, decide };
}

interface DocumentsMade {
  readonly kind: 'documents_made';
  readonly stage: Stage;
  readonly documents: readonly StageDocument[];
}

/** Records the documents of a stage that came up for review before they were made. */
function keepDocuments(turn: Turn, { stage, documents }: DocumentsMade): Decision {
  // The attorney or operators attach the documents of a live case.
  if (!isSandbox(turn.record)) return refuse('invalid_transition');
  return turn.keepStageDocuments(stage, documents).patch({ failure: null }).done();
}

interface SummaryMade {
  readonly kind: 'summary_made';
  readonly stage: Stage;
  readonly summary: StageDocument;
  /** The version of the facts and uploads from which it was rendered. */
  readonly factsVersion: number;
}

/**
 * Records a new summary of a live case for the review of a stage. Its bytes are new, so it invalidates an earlier
 * approval.
 */
function keepSummary(turn: Turn, { stage, summary, factsVersion }: SummaryMade): Decision {
  const { summaries, revisions, failure } = turn.record;
  return turn
    .patch({
      summaries: { ...summaries, [stage]: { ...summary, factsVersion } },
      revisions: { ...revisions, [stage]: revisions[stage] + 1 },
      // If the search for an attorney has failed, keep its attempt count.
      failure: failure?.step === 'render_documents' ? null : failure,
    })
    .done();
}

interface StepFailed {
  readonly kind: 'step_failed';
  readonly step: StepName;
  readonly errorClass: string;
}

/** The delays before the second to fifth attempts at a step, in milliseconds. */
const retryDelaysMs = [1, 5, 30, 120].map((minutes) => minutes * 60_000);

/** Whether a document exceeded the renderer's limits, so a retry can't succeed. */
const isHopeless = (errorClass: string) => errorClass.startsWith('RenderLimitExceeded');

/**
 * Records that an attempt at a step failed. A timer retries it. After the fifth attempt, or if a retry can't succeed,
 * it waits for an operator.
 */
function retryLater(turn: Turn, { step, errorClass }: StepFailed): Decision {
  const { failure } = turn.record;
  const earlier = failure?.step === step && !retriesExhausted(failure) ? failure : { attempt: 0, since: turn.now };
  const attempt = earlier.attempt + 1;
  const delayMs = isHopeless(errorClass) ? undefined : retryDelaysMs[attempt - 1];
  turn.note('job_failed', 'platform', { step, attempt, errorClass });
  const retryAt = delayMs === undefined ? null : turn.now + delayMs;
  return turn.patch({ failure: { step, attempt, since: earlier.since, retryAt } }).done();
}
